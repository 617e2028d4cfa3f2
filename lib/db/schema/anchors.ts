import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

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
