import { bigint, customType, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Idempotency keys: under which key an agent asked for which entry of the anchors' log. */
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
 * What anchors are searched by, made from their payloads a while after the append, which it would slow down. The newest may
 * not be in it yet; it can be emptied at any time and fills again.
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
