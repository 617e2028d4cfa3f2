import { customType, timestamp } from "drizzle-orm/pg-core";

/** A time as stored in all tables: with its zone, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });
