import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openDriver } from "./driver";
import { DatabaseTimeout } from "./errors";
import { SEARCH_PATH } from "./session";

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

/** The result of the detection. */
export interface Found {
  pooling: Pooling;
  /** The search path for connections without a pooler. */
  searchPath?: string;
}

/** Runs `look` with two connections that send no parameters, because a pooler may reject them. */
async function lookWithTwo<T>(
  url: string,
  deadlineMilliseconds: number,
  look: (one: postgres.Sql, other: postgres.Sql) => Promise<T>,
): Promise<T> {
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

/** Detects the kind of pooler at a URL. @throws DatabaseTimeout, or the server's error */
export const findPooling = (url: string, deadlineMilliseconds: number): Promise<Pooling> =>
  lookWithTwo(url, deadlineMilliseconds, look);

/**
 * Detects the kind of pooler at a URL, and the schemas of tables and extensions.
 * @param known the kind from the settings. Then nothing is looked up, and the role's search path must be right
 * @throws DatabaseTimeout, or the server's error
 */
export async function findServer(url: string, deadlineMilliseconds: number, known?: Pooling): Promise<Found> {
  if (known !== undefined) return { pooling: known };
  return lookWithTwo(url, deadlineMilliseconds, async (one, other) => {
    const pooling = await look(one, other);
    if (pooling !== "none") return { pooling };
    const [row] = await drizzle(one).execute<{ path: string }>(sql`select ${SEARCH_PATH} as path`);
    return row ? { pooling, searchPath: row.path } : { pooling };
  });
}

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
