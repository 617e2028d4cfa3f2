import { gte, lt, type SQL, sql } from "drizzle-orm";
import { ledgerEntries } from "@/lib/db/schema/ledger";
import { ANCHOR_LOG } from "@/lib/ledger/append";

/** The place of the first anchor that is dated at or after an instant. Dates never decrease along a log. */
const firstSince = (instant: SQL): SQL => sql`ledger_first_since(${ANCHOR_LOG}, ${instant})`;

/** The condition that an anchor is dated at or after an instant. @param instant ISO 8601 */
export const sinceInstant = (instant: SQL): SQL => gte(ledgerEntries.seq, firstSince(sql`${instant}::timestamptz`));

/** The condition that it is dated at or before one. @param instant ISO 8601, to the millisecond */
export const untilInstant = (instant: SQL): SQL =>
  lt(ledgerEntries.seq, firstSince(sql`${instant}::timestamptz + interval '1 millisecond'`));
