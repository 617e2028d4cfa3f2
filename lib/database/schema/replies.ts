import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

const RECORD = sql.raw("'^(incident:[1-9][0-9]*|audit:[0-9a-f-]{36})$'");

/**
 * Public replies of the owners of accused agents, one row per version. `record` is `incident:<id>` or `audit:<id>`. Triggers:
 * replies_redact_only (a text, after its act is erased), replies_append_only; see drizzle/0018_replies.sql.
 */
export const replies = pgTable(
  "replies",
  {
    id: uuid().primaryKey(),
    /** The position of its act in the council's log. */
    seq: bigint({ mode: "number" }).notNull().unique(),
    record: text().notNull(),
    /** The accused agent. */
    did: text().notNull(),
    /** From 1, for all owners of the agent together. */
    version: integer().notNull(),
    /** Who wrote it, as `actorName` says: the agent's DID, or `organisation:<name>`. */
    author: text().notNull(),
    /** The act that made this owner the owner: the place of the last `agent.handed_over`; 0 if there was none. */
    ownerSince: bigint("owner_since", { mode: "number" }).notNull(),
    text: text().notNull(),
    /** By the database's clock, because versions are limited by time. */
    at: instant("at").notNull(),
    /** When an operator must have decided. All versions have the date of the first. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [
    check("replies_record", sql`${t.record} ~ ${RECORD}`),
    check("replies_version", sql`${t.version} between 1 and 5`),
    check("replies_text", sql`${t.text} <> ''`),
    unique("replies_versions").on(t.record, t.did, t.version),
    index("replies_due").on(t.dueAt, t.seq).where(sql`${t.version} = 1`),
  ],
);
export type ReplyRow = typeof replies.$inferSelect;

/**
 * What operators decided about disputed records, once for each record and agent. A decision other than `upheld` ends the
 * record's weight against the agent, also after an export. Triggers: reply_decisions_redact_only, reply_decisions_append_only.
 */
export const replyDecisions = pgTable(
  "reply_decisions",
  {
    record: text().notNull(),
    did: text().notNull(),
    /** The position of its act in the council's log. */
    seq: bigint({ mode: "number" }).notNull().unique(),
    decision: text({ enum: ["upheld", "amended", "withdrawn", "set_aside"] }).notNull(),
    /** An operator's pseudonym, as in the log. */
    decidedBy: text("decided_by").notNull(),
    reason: text().notNull(),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.record, t.did] }),
    check("reply_decisions_record", sql`${t.record} ~ ${RECORD}`),
    check("reply_decisions_decision", sql`${t.decision} in ('upheld', 'amended', 'withdrawn', 'set_aside')`),
  ],
);
export type ReplyDecisionRow = typeof replyDecisions.$inferSelect;
