import { bigint, customType, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Idempotency keys of agents, with the entry of the anchors' log that each created. */
export const anchorKeys = pgTable(
  "anchor_keys",
  {
    did: text().notNull(),
    key: text().notNull(),
    seq: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.did, t.key] })],
);

/**
 * The search index of anchors. It is filled from their payloads some time after the append, to keep appends fast. The
 * newest anchors may be missing. It can be emptied at any time and fills again.
 */
export const anchorTexts = pgTable(
  "anchor_texts",
  {
    seq: bigint({ mode: "number" }).primaryKey(),
    did: text().notNull(),
    kind: text().notNull(),
    words: tsvector().notNull(),
  },
  (t) => [
    index("anchor_texts_did").on(t.did, t.seq),
    index("anchor_texts_kind").on(t.kind, t.seq),
    index("anchor_texts_words").using("gin", t.words),
  ],
);
