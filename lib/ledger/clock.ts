import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/database/open";
import { ServiceError } from "@/lib/foundation/errors";

/**
 * Maximum clock error in milliseconds. An instance with a larger error appends nothing, because an entry dated ahead blocks
 * the log's time until then.
 */
export const MAX_SKEW_MILLISECONDS = 2_000;
/** How often the clock is measured, in milliseconds. */
export const CLOCK_CHECK_MILLISECONDS = 30_000;

const TRIES = 5;

/** From this time on, an instance with a wrong clock gets no requests. A shorter error may be one slow measurement. */
const NOT_READY_AFTER_MILLISECONDS = 30_000;

/** The result of the last measurement, in milliseconds. */
let lastSkew = 0;
/** When the clock was first found wrong, by `performance.now`; null: it was right at the last measurement. */
let wrongSince: number | null = null;

/**
 * Measures how far a clock differs from the database's, in milliseconds. Half of the round trip is uncertain, so it is
 * subtracted, and the smallest of five results is used.
 */
export async function measureSkew(db: Pick<Database | Transaction, "execute">, clock: () => Date): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const askedAt = clock().getTime();
    const [row] = await db.execute<{ now: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as now`);
    const inDoubt = (clock().getTime() - askedAt) / 2;
    const offset = Math.abs(Number(row?.now) - (askedAt + inDoubt));
    least = Math.min(least, Math.max(offset - inDoubt, 0));
  }
  return Math.round(least);
}

/** Measures this process's clock. `assertClock` uses the result. @param at the time of a clock that nobody sets */
export async function checkClock(db: Database, clock = () => new Date(), at = performance.now()): Promise<number> {
  lastSkew = await measureSkew(db, clock);
  wrongSince = lastSkew > MAX_SKEW_MILLISECONDS ? (wrongSince ?? at) : null;
  return lastSkew;
}

/** Throws if this process's clock has been wrong for 30 seconds. @throws ServiceError `unavailable` */
export function assertClockForRequests(at = performance.now()): void {
  if (wrongSince === null || at - wrongSince < NOT_READY_AFTER_MILLISECONDS) return;
  throw new ServiceError("unavailable", differs(lastSkew), { retryAfterSeconds: CLOCK_CHECK_MILLISECONDS / 1_000 });
}

const differs = (skew: number) => {
  const seconds = (skew / 1_000).toLocaleString("en", { maximumFractionDigits: 1 });
  return `The clock of this instance differs from the database's by ${seconds} s.`;
};

/**
 * Throws if the clock is wrong. Without a parameter, uses the last measurement of this process's clock. The time of an
 * entry does not matter: a caller with a simulated clock in the past may append.
 * @throws ServiceError `clockSkew`
 */
export function assertClock(skew = lastSkew): void {
  if (skew <= MAX_SKEW_MILLISECONDS) return;
  throw new ServiceError("clockSkew", differs(skew), { retryAfterSeconds: CLOCK_CHECK_MILLISECONDS / 1_000 });
}

/** A log that is dated ahead of the database's clock, and its first such entry. */
export interface LogAhead {
  log: string;
  /** null if only the head is dated ahead. */
  seq: number | null;
  id: string | null;
}

/** Finds the logs that are dated ahead. Searches only those whose head is. */
export async function findLogsAhead(db: Pick<Database | Transaction, "execute">): Promise<LogAhead[]> {
  const latest = sql`clock_timestamp() + ${MAX_SKEW_MILLISECONDS} * interval '1 millisecond'`;
  const rows = await db.execute<{ log: string; seq: string | null; id: string | null }>(sql`
    select h.log, e.seq, e.id from ledger_heads h left join lateral (
      select seq, id from ledger_entries where log = h.log and created_at > ${latest} order by seq limit 1) as e on true
    where h.last_at > ${latest} order by h.log`);
  return rows.map(({ log, seq, id }) => ({ log, seq: seq === null ? null : Number(seq), id }));
}
