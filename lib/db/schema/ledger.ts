import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** One row a log: how long it is. Its lock orders the appends. */
export const ledgerHeads = pgTable("ledger_heads", {
  log: text().primaryKey(),
  size: bigint({ mode: "number" }).notNull().default(0),
  lastAt: instant("last_at").notNull().defaultNow(),
});

/** Append-only entries with a gapless `seq` from 1. Triggers refuse every UPDATE, DELETE and TRUNCATE. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    log: text()
      .notNull()
      .references(() => ledgerHeads.log),
    seq: bigint({ mode: "number" }).notNull(),
    id: uuid().notNull().unique(),
    kind: text().notNull(),
    actor: text().notNull(),
    subject: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.seq] }), index("ledger_entries_subject").on(t.subject, t.seq)],
);
