import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openDriver } from "./driver";
import { DatabaseTimeout } from "./errors";

/**
 * The mode of a connection pooler: one server connection for the whole life of our connection, or one per transaction.
 */
export type Pooling = "none" | "session" | "transaction";

/** Number of tries, because on a busy pooler another client may take the server connection in between. */
const ROUNDS = 3;
const OWN_PROCESS = "select pg_backend_pid() as pid";

const processOf = ([row]: postgres.RowList<postgres.Row[]>) => Number(row?.["pid"]);

/** Checks once whether `other` gets the server process of `one`, or `one` then gets another. */
function changesHands(one: postgres.Sql, other: postgres.Sql, before: number): Promise<boolean> {
  return other.begin(async (tx) => {
    const held = processOf(await tx.unsafe(OWN_PROCESS));
    return held === before || processOf(await one.unsafe(OWN_PROCESS)) !== before;
  });
}

async function look(one: postgres.Sql, other: postgres.Sql): Promise<Pooling> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await one.unsafe(OWN_PROCESS);
    const before = processOf(answer);
    // A server sends its process's number at the start of a connection. A pooler sends an invented number.
    if (answer.state.pid === before) return "none";
    if (await changesHands(one, other, before)) return "transaction";
  }
  return "session";
}

/**
 * Detects the kind of pooler at a URL. The connections for this send no parameters, because a pooler may reject them.
 * @throws DatabaseTimeout, or the server's error
 */
export async function findPooling(url: string, deadlineMilliseconds: number): Promise<Pooling> {
  const options = {
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: deadlineMilliseconds / 1_000,
    onnotice: () => {},
  };
  const [one, other] = [openDriver({ url }, options), openDriver({ url }, options)];
  const ended = new AbortController();
  const late = sleep(deadlineMilliseconds, undefined, { signal: ended.signal }).then(() => {
    throw new DatabaseTimeout(
      "the database did not answer two connections in time; a pooler may have too small a pool",
    );
  });
  try {
    return await Promise.race([look(one, other), late]);
  } finally {
    ended.abort();
    late.catch(() => {});
    await Promise.all([one.end({ timeout: 0 }), other.end({ timeout: 0 })]);
  }
}

/** The server's timeouts, in milliseconds. */
export interface ServerTimeouts {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
}

/** The present and the required value of a timeout, in milliseconds; 0 means no timeout. */
export interface Timeout {
  name: keyof ServerTimeouts;
  present: number;
  wanted: number;
  isGood: boolean;
}

/** Reads the timeouts in effect on the server. A pooler ignores those of a client, so the role must have them. */
export async function readTimeouts(
  db: Pick<PostgresJsDatabase, "execute">,
  wanted: ServerTimeouts,
): Promise<Timeout[]> {
  const names = Object.keys(wanted) as (keyof ServerTimeouts)[];
  const rows = await db.execute<{ name: string; present: number }>(
    sql`select name, setting::int as present from pg_settings where name in ${names}`,
  );
  return names.map((name) => {
    const present = rows.find((row) => row.name === name)?.present ?? 0;
    return { name, present, wanted: wanted[name], isGood: present > 0 && present <= wanted[name] };
  });
}
