import { boolean, pgTable } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** One row, written and read by whoever asks whether the database can be. */
export const smokeProbe = pgTable("smoke_probe", {
  only: boolean().primaryKey().default(true),
  at: instant("at").notNull(),
});
