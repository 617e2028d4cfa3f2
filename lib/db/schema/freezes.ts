import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** The switch of each subsystem that can be frozen, one row each from the start. An empty reason: nobody has touched it. */
export const freezes = pgTable("freezes", {
  subsystem: text({ enum: ["relay", "memory"] }).primaryKey(),
  frozen: boolean().notNull(),
  reason: text().notNull(),
  since: instant("since").notNull(),
  actor: text().notNull(),
});
