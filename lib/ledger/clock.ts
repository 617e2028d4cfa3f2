import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/open";
import { ServiceError } from "@/lib/errors";

/** An instance whose clock is further off appends nothing: one entry dated ahead holds the log's time until then. */
export const MOST_SKEW_MILLISECONDS = 2_000;
/** How often it is measured, in milliseconds. */
export const CLOCK_CHECK_MILLISECONDS = 30_000;

const TRIES = 5;

/** What the last measurement found, in milliseconds. */
let lastSkew = 0;

/**
 * Measures how far a clock is off the database's, in milliseconds: half the round trip is in doubt, so it is taken off, and
 * the smallest of five tries counts.
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

/** Measures this process's clock; what it finds counts for `refuseWrongClock`. */
export async function checkClock(db: Database, clock: () => Date = () => new Date()): Promise<number> {
  lastSkew = await measureSkew(db, clock);
  return lastSkew;
}

/**
 * Passes while the clock is right; without a parameter, while this process's was when it was last measured. The time that an entry is given does not matter: a
 * caller whose own clock walks through the past may append.
 * @throws ServiceError `clockOff`
 */
export function refuseWrongClock(skew = lastSkew): void {
  if (skew <= MOST_SKEW_MILLISECONDS) return;
  const seconds = (skew / 1_000).toLocaleString("en", { maximumFractionDigits: 1 });
  throw new ServiceError("clockOff", `The clock of this instance is ${seconds} s off the database's.`, {
    retryAfterSeconds: CLOCK_CHECK_MILLISECONDS / 1_000,
  });
}

/** A log that is dated ahead of the database's clock, and the first entry that is. */
export interface LogAhead {
  log: string;
  /** Null where only the head is. */
  seq: number | null;
  id: string | null;
}

/** Finds the logs that are dated ahead. Only those whose head is ahead are searched. */
export async function findLogsAhead(db: Pick<Database | Transaction, "execute">): Promise<LogAhead[]> {
  const latest = sql`clock_timestamp() + ${MOST_SKEW_MILLISECONDS} * interval '1 millisecond'`;
  const rows = await db.execute<{ log: string; seq: string | null; id: string | null }>(sql`
    select h.log, e.seq, e.id from ledger_heads h left join lateral (
      select seq, id from ledger_entries where log = h.log and created_at > ${latest} order by seq limit 1) as e on true
    where h.last_at > ${latest} order by h.log`);
  return rows.map(({ log, seq, id }) => ({ log, seq: seq === null ? null : Number(seq), id }));
}
