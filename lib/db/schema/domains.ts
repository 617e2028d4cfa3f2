import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { instant } from "./columns";

/** The hosts that agents have proved to control. A host that is lost or given up has no row; the council's log tells of it. */
export const agentDomains = pgTable(
  "agent_domains",
  {
    did: text()
      .notNull()
      .references(() => agents.did, { onDelete: "cascade" }),
    /** Lower case, punycode. */
    host: text().notNull(),
    /** Where the proof was found last. */
    method: text({ enum: ["dns", "did_json"] }).notNull(),
    provenAt: instant("proven_at").notNull(),
    /** When it was last looked for. */
    checkedAt: instant("checked_at").notNull(),
    /** How many daily checks in a row have failed. */
    failedDays: integer("failed_days").notNull().default(0),
    /** What the last failed check found; "" where none has failed since. */
    problem: text().notNull().default(""),
    /** When the next check is due. An instance that begins one moves it on, so that no other begins the same. */
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
