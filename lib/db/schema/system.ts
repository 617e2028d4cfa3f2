import { sql } from "drizzle-orm";
import {
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

/** One row, written and read by whoever asks whether the database can be. */
export const smokeProbe = pgTable("smoke_probe", {
  only: boolean().primaryKey().default(true),
  at: instant("at").notNull(),
});

/** The minute whose check is taken. The instance that raises it makes that minute's check. */
export const statusTurn = pgTable("status_turn", {
  only: boolean().primaryKey().default(true),
  minute: instant("minute").notNull(),
});

/**
 * The last check that was stored, one row. It is read for every page, so its trigger announces it only where `failing`
 * changes or checks begin again; see drizzle/0012_service_status.sql.
 */
export const statusNow = pgTable("status_now", {
  only: boolean().primaryKey().default(true),
  /** When the first check was stored. */
  since: instant("since").notNull(),
  checkedAt: instant("checked_at").notNull(),
  failing: jsonb().$type<{ component: string; message: string }[]>().notNull(),
});

/** How many checks a component had on a UTC day, at most one a minute, and how many of them failed. Trigger: announce_change. */
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
 * From a component's first failed check to the first that passed again. At most one of each component is under way.
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
    /** What the first failed check said. Public. */
    message: text().notNull(),
  },
  (t) => [
    uniqueIndex("status_outages_under_way").on(t.component).where(sql`ended_at is null`),
    index("status_outages_started_at").on(t.startedAt),
  ],
);
export type StatusOutageRow = typeof statusOutages.$inferSelect;
