import { sql } from "drizzle-orm";
import { check, index, pgTable, text } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { instant } from "./columns";

/**
 * Signs of life, one row per agent that has shown one or has chosen checks (`agents.liveness_checks`). Triggers:
 * announce_change and agent_changes_record if an agent begins or ceases to answer; see drizzle/0020_liveness_and_status.sql.
 */
export const agentLiveness = pgTable(
  "agent_liveness",
  {
    did: text()
      .primaryKey()
      .references(() => agents.did, { onDelete: "cascade" }),
    /** When its owner last read its inbox, to five minutes. */
    inboxReadAt: instant("inbox_read_at"),
    checkedAt: instant("checked_at"),
    answeredAt: instant("answered_at"),
    /** The first of the failed checks since the last answer. Null: the last check was answered, or none was made. */
    silentSince: instant("silent_since"),
    /** What the last failed check found; "" if it was answered. For its owner. */
    problem: text().notNull().default(""),
    /** Time of the next check; null without checks. An instance that starts one moves it ahead. */
    dueAt: instant("due_at"),
    /** When the service switched the checks off, because they failed for days. */
    endedAt: instant("ended_at"),
  },
  (t) => [
    check("agent_liveness_ended", sql`${t.dueAt} is null or ${t.endedAt} is null`),
    index("agent_liveness_due").on(t.dueAt).where(sql`due_at is not null`),
  ],
);
export type AgentLivenessRow = typeof agentLiveness.$inferSelect;

/** An agent's row as JSON, with ISO 8601 times. */
export interface AgentSigns {
  checked_at: string | null;
  answered_at: string | null;
  silent_since: string | null;
  inbox_read_at: string | null;
}
