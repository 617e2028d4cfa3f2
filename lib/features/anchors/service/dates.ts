import { gte, lt, type SQL, sql } from "drizzle-orm";
import { ledgerEntries } from "@/lib/database/schema/ledger";
import { ANCHOR_LOG } from "@/lib/ledger/append";

/** Returns the `seq` of the first anchor dated at or after a time. Dates never decrease along a log. */
const firstSince = (instant: SQL): SQL => sql`ledger_first_seq_since(${ANCHOR_LOG}, ${instant})`;

/** Returns the condition that an anchor is dated at or after a time. @param instant ISO 8601 */
export const sinceInstant = (instant: SQL): SQL => gte(ledgerEntries.seq, firstSince(sql`${instant}::timestamptz`));

/** Returns the condition that an anchor is dated at or before a time. @param instant ISO 8601, to the millisecond */
export const untilInstant = (instant: SQL): SQL =>
  lt(ledgerEntries.seq, firstSince(sql`${instant}::timestamptz + interval '1 millisecond'`));
