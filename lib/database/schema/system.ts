import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** One row, written and read to test whether the database works. */
export const smokeProbe = pgTable("smoke_probe", {
  only: boolean().primaryKey().default(true),
  at: instant("at").notNull(),
});

/** The minute of the last started check. The instance that raises it runs that minute's check. */
export const statusLastCheck = pgTable("status_last_check", {
  only: boolean().primaryKey().default(true),
  minute: instant("minute").notNull(),
});

/**
 * The last stored check, one row. Every page reads it, so its trigger announces it only if `failing` changes or checks
 * start again; see drizzle/0002_functions_and_triggers.sql.
 */
export const statusNow = pgTable("status_now", {
  only: boolean().primaryKey().default(true),
  /** Time of the first stored check. */
  since: instant("since").notNull(),
  checkedAt: instant("checked_at").notNull(),
  failing: jsonb().$type<{ component: string; message: string }[]>().notNull(),
});

/** Number of checks of a component on a UTC day, at most one a minute, and of failed ones. Trigger: announce_change. */
export const statusDays = pgTable(
  "status_days",
  {
    component: text().notNull(),
    /** YYYY-MM-DD. */
    day: date({ mode: "string" }).notNull(),
    checks: integer().notNull(),
    failed: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.component, t.day] }),
    check("status_days_counts", sql`${t.failed} between 0 and ${t.checks} and ${t.checks} <= 1440`),
  ],
);
export type StatusDayRow = typeof statusDays.$inferSelect;

/**
 * Outages, from a component's first failed check to the first that passes. A component has at most one open outage.
 * Trigger: announce_change, for each row.
 */
export const statusOutages = pgTable(
  "status_outages",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    component: text().notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    failed: integer().notNull(),
    /** The error of the first failed check. Public. */
    message: text().notNull(),
  },
  (t) => [
    uniqueIndex("status_outages_under_way").on(t.component).where(sql`ended_at is null`),
    index("status_outages_started_at").on(t.startedAt),
  ],
);
export type StatusOutageRow = typeof statusOutages.$inferSelect;

/**
 * What each transaction changed: the name of a table, or the DID of an agent (`name` is `agents`). Triggers write it:
 * announce_change, and agent_changes_* for what the search reads of an agent. Rows are kept for one to two minutes. The first row says before
 * which transaction rows were deleted. Read by `RecentChanges`.
 */
export const recentChanges = pgTable(
  "recent_changes",
  {
    /** The id of the transaction. */
    xid: bigint({ mode: "bigint" }).notNull(),
    name: text().notNull(),
    did: text().notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.xid, t.name, t.did] })],
);
