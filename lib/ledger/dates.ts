import { gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Returns the `seq` of the first entry of a log that is dated at or after a time. Dates never decrease along a log. */
const firstSince = (log: string, instant: SQL): SQL => sql`ledger_first_seq_since(${log}, ${instant})`;

/** Returns the condition that an entry is dated at or after a time. @param seq its place @param instant ISO 8601 */
export const sinceInstant = (log: string, seq: AnyPgColumn, instant: SQL): SQL =>
  gte(seq, firstSince(log, sql`${instant}::timestamptz`));

/** Returns the condition that an entry is dated at or before a time. @param instant ISO 8601, to the millisecond */
export const untilInstant = (log: string, seq: AnyPgColumn, instant: SQL): SQL =>
  lt(seq, firstSince(log, sql`${instant}::timestamptz + interval '1 millisecond'`));
