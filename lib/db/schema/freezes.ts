import { boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The switch of each subsystem that can be frozen, one row each. An empty reason: nobody has touched it. */
export const freezes = pgTable("freezes", {
  subsystem: text({ enum: ["relay", "memory"] }).primaryKey(),
  frozen: boolean().notNull(),
  reason: text().notNull(),
  since: timestamp({ withTimezone: true, precision: 3, mode: "date" }).notNull(),
  actor: text().notNull(),
});
