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
    /** Failed checks during planned maintenance, which are not in `failed`. */
    planned: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.component, t.day] }),
    check(
      "status_days_counts",
      sql`${t.failed} >= 0 and ${t.planned} >= 0 and ${t.failed} + ${t.planned} <= ${t.checks} and ${t.checks} <= 1440`,
    ),
  ],
);
export type StatusDayRow = typeof statusDays.$inferSelect;

/** Planned maintenance that operators announced, one row each, for 90 days after its end. Trigger: announce_change. */
export const statusMaintenances = pgTable(
  "status_maintenances",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    components: text().array().notNull(),
    /** Public, as the reason of its cancellation. */
    text: text().notNull(),
    announcedAt: instant("announced_at").notNull(),
    /** The places in the council's log of the acts that announced and cancelled it. */
    seq: bigint({ mode: "number" }).notNull(),
    cancelledAt: instant("cancelled_at"),
    cancelReason: text("cancel_reason").notNull().default(""),
    cancelSeq: bigint("cancel_seq", { mode: "number" }),
  },
  (t) => [
    check("status_maintenances_span", sql`${t.startsAt} < ${t.endsAt}`),
    index("status_maintenances_ends_at").on(t.endsAt),
  ],
);
export type StatusMaintenanceRow = typeof statusMaintenances.$inferSelect;

/**
 * How long the requests of a component took on a UTC day, by all processes: a row for each bucket of the histogram. Each
 * process adds what it measured, once a minute. Trigger: announce_change.
 */
export const statusLatencies = pgTable(
  "status_latencies",
  {
    component: text().notNull(),
    /** YYYY-MM-DD. */
    day: date({ mode: "string" }).notNull(),
    /** They took at most this, and more than the bound before. 2147483647: longer than the last bound. */
    upperMicroseconds: integer("upper_microseconds").notNull(),
    requests: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.component, t.day, t.upperMicroseconds] })],
);

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
