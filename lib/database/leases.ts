import { isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** A row that one instance has, until the lease ends or expires. Results are stored only under the same lease. */
export type Leased<Row extends { lease: string | null }> = Row & { lease: string };

export const secondsFromNow = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;

/** Returns the condition that no instance has a row. */
export const isFree = ({ leasedUntil }: { leasedUntil: AnyPgColumn }): SQL | undefined =>
  or(isNull(leasedUntil), lte(leasedUntil, sql`now()`));

export const newLease = (seconds: number) => ({
  lease: sql`gen_random_uuid()`,
  leasedUntil: secondsFromNow(seconds),
});

/** The columns of a lease that has ended. */
export const NO_LEASE = { lease: null, leasedUntil: null };

/** Returns the row that was leased, or null if there was none. */
export const leasedRow = <Row extends { lease: string | null }>([row]: readonly Row[]): Leased<Row> | null =>
  row?.lease ? { ...row, lease: row.lease } : null;
