import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** The freeze switch of each subsystem, one row each from the start. An empty reason means that it was never used. */
export const freezes = pgTable("freezes", {
  subsystem: text({ enum: ["relay", "memory"] }).primaryKey(),
  frozen: boolean().notNull(),
  reason: text().notNull(),
  since: instant("since").notNull(),
  actor: text().notNull(),
});
