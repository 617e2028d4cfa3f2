import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { operators } from "./access";
import { instant } from "./columns";

/**
 * Who is assigned to an item that waits for operators, and the operators' private note on it. No act, feed or log contains any of it. A row
 * is deleted with the personal data of its item, and a year after its last change.
 */
export const workItems = pgTable(
  "work_items",
  {
    queue: text({ enum: ["application", "report", "incident", "reply", "source", "freeze", "second"] }).notNull(),
    /** The item's own id. Of a reply: the record and the agent, with a space between. */
    item: text().notNull(),
    assignee: text().references(() => operators.pseudonym),
    note: text().notNull().default(""),
    changedAt: instant("changed_at").notNull(),
    changedBy: text("changed_by")
      .notNull()
      .references(() => operators.pseudonym),
  },
  (t) => [
    primaryKey({ columns: [t.queue, t.item] }),
    check(
      "work_items_queue",
      sql`${t.queue} in ('application', 'report', 'incident', 'reply', 'source', 'freeze', 'second')`,
    ),
    index("work_items_assignee").on(t.assignee).where(sql`${t.assignee} is not null`),
  ],
);
export type WorkItemRow = typeof workItems.$inferSelect;

/**
 * The address at which an operator is told what waits, and how often. No act, feed or log contains it. Deleted when the operator
 * is removed.
 */
export const operatorEmails = pgTable(
  "operator_emails",
  {
    operator: text()
      .primaryKey()
      .references(() => operators.pseudonym),
    address: text().notNull(),
    every: text({ enum: ["hour", "day"] }).notNull(),
    /** When the operator typed the code that was sent there. Nothing else is sent before. */
    provenAt: instant("proven_at"),
    codeHash: text("code_hash"),
    codeExpiresAt: instant("code_expires_at"),
    codeTries: integer("code_tries").notNull().default(0),
  },
  (t) => [check("operator_emails_every", sql`${t.every} in ('hour', 'day')`)],
);
export type OperatorEmailRow = typeof operatorEmails.$inferSelect;

/** What a recipient was told of the items that wait: an operator, by the pseudonym, or `webhook`. */
export const digests = pgTable("digests", {
  recipient: text().primaryKey(),
  /** Items since then are new. */
  toldAt: instant("told_at").notNull(),
  /** The critical items that were told, as `queue id`. */
  critical: text().array().notNull().default(sql`'{}'`),
  criticalAt: instant("critical_at"),
  /** When the last attempt failed; null after a success. */
  failedAt: instant("failed_at"),
  lease: uuid(),
  leasedUntil: instant("leased_until"),
});
export type DigestRow = typeof digests.$inferSelect;

/** An act that an operator wants and that a second one must do, within seven days. Deleted when it is done. */
export const secondedActs = pgTable(
  "seconded_acts",
  {
    act: text({ enum: ["t4", "erasure"] }).notNull(),
    /** A DID, the id of an anchor, or the name of a record, such as `incident:12`. */
    subject: text().notNull(),
    operator: text()
      .notNull()
      .references(() => operators.pseudonym),
    at: instant("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.act, t.subject] }), check("seconded_acts_act", sql`${t.act} in ('t4', 'erasure')`)],
);
