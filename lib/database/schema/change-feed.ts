import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * The published changes, one row per change, written in the transaction that makes the change. A row has no `seq` until
 * `number_changes` has numbered it, and only numbered rows are read.
 */
export const changes = pgTable(
  "changes",
  {
    /** In the order of the inserts. For one subject this is the order of commits, because its row is locked first. */
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The number in the feed: without gaps, from 1. Null until it is numbered. */
    seq: bigint({ mode: "number" }).unique(),
    kind: text().notNull(),
    subject: text().notNull(),
    dids: text().array().notNull(),
    /** The zone of the change's agent; null if it has none, or several. */
    zone: text(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    check("changes_seq", sql`${t.seq} > 0`),
    // The changes that are not numbered yet. Almost always empty, so a query costs almost nothing.
    index("changes_unnumbered").on(t.id).where(sql`${t.seq} is null`),
    // For redactions.
    index("changes_subject").on(t.subject),
  ],
);

/** The feed as a whole: one row. */
export const changeFeed = pgTable(
  "change_feed",
  {
    only: boolean().primaryKey().default(true),
    /** Identifies this numbering. Operators change it after restoring a backup, because numbers are then used again. */
    epoch: text().notNull().default(sql`substr(md5(gen_random_uuid()::text), 1, 12)`),
    /** The last assigned number. */
    head: bigint({ mode: "number" }).notNull().default(0),
    /** Versions whose release was recorded, so a restart of the same build does not record it again. */
    releases: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [check("change_feed_only", sql`${t.only}`), check("change_feed_epoch", sql`${t.epoch} ~ '^[0-9a-z]{1,32}$'`)],
);
