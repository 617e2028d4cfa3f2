import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { operators } from "./access";
import { instant } from "./columns";

/**
 * Who is assigned to an item that waits for operators, and the operators' private note on it. No act, feed or log contains any of it. A row
 * is deleted with the personal data of its item, and a year after its last change.
 */
export const workItems = pgTable(
  "work_items",
  {
    queue: text({ enum: ["application", "report", "incident", "reply", "source", "freeze"] }).notNull(),
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
    check("work_items_queue", sql`${t.queue} in ('application', 'report', 'incident', 'reply', 'source', 'freeze')`),
    index("work_items_assignee").on(t.assignee).where(sql`${t.assignee} is not null`),
  ],
);
export type WorkItemRow = typeof workItems.$inferSelect;
