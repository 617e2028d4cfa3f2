import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { instant } from "./columns";

/**
 * The hosts that agents have proven to control. A host that is lost or given up has no row, only acts in the council's
 * log.
 */
export const agentDomains = pgTable(
  "agent_domains",
  {
    did: text()
      .notNull()
      .references(() => agents.did, { onDelete: "cascade" }),
    /** Lower case, punycode. */
    host: text().notNull(),
    method: text({ enum: ["dns", "did_json"] }).notNull(),
    provenAt: instant("proven_at").notNull(),
    checkedAt: instant("checked_at").notNull(),
    /** Number of daily checks in a row that failed. */
    failedDays: integer("failed_days").notNull().default(0),
    /** The result of the last failed check; "" if none has failed since the proof. */
    problem: text().notNull().default(""),
    /** Time of the next check. An instance that starts one moves it ahead, so no other instance starts the same check. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.did, t.host] }),
    check("agent_domains_method", sql`${t.method} in ('dns', 'did_json')`),
    check("agent_domains_failed_days", sql`${t.failedDays} between 0 and 2`),
    index("agent_domains_due").on(t.dueAt),
    index("agent_domains_host").on(t.host),
  ],
);
export type AgentDomainRow = typeof agentDomains.$inferSelect;
