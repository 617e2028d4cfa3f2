import type postgres from "postgres";
import { metrics } from "@/lib/metrics";
import type { DatabaseAddress } from "./address";
import { Connections, type Destination } from "./connections";
import { openDriver } from "./driver";

/** A pooled postgres.js client whose every query and transaction ends by a deadline. */
export type Client = postgres.Sql & {
  embedded: boolean;
  /** One connection of its own, for statements only: they reach the server in the order in which they are sent. */
  inOrder: postgres.Sql;
};

const POOL_CONNECTIONS = 10;

/** How long each step may take, in milliseconds. */
interface Deadlines {
  connect: number;
  acquire: number;
  statement: number;
  transaction: number;
}

/** The deadlines of a database whose statements may take so long. */
const deadlinesOf = (statement: number): Deadlines => ({
  connect: 0.4 * statement,
  acquire: 0.6 * statement,
  statement,
  transaction: 3 * statement,
});

/** The connections of one client, and how long it waits for them. */
interface Pool {
  connections: Connections;
  deadlines: Deadlines;
}

/** No answer within the deadline: the pool had no free connection, or the statement ran too long. */
class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";
}

/** A query as postgres.js makes it; `state`, undocumented, is null until it is sent. */
interface Query extends Promise<unknown> {
  state: unknown;
  cancel(): void;
  values(): Query;
}

/**
 * Rejects by the deadlines even where the server never answers. A query still queued for a connection then is taken
 * out of the queue and never sent; those of a transaction have theirs, and go on. The server itself ends a statement
 * by its deadline, so a connection that stayed silent until then is lost.
 */
function withDeadline(query: Query, { connections, deadlines }: Pool, inTransaction: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => {
      if (query.state === null && !inTransaction) {
        reject(new DatabaseTimeout("no connection became free"));
        query.cancel();
        return;
      }
      const destroySilent = connections.listen();
      timer = setTimeout(() => {
        destroySilent();
        reject(new DatabaseTimeout("the statement took too long"));
      }, deadlines.statement);
    }, deadlines.acquire);
    query.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Counts a statement, its time, and the connections it leaves open. */
async function measured(answer: Promise<unknown>, pool: Pool): Promise<unknown> {
  const { querySeconds, queriesInFlight, connections } = metrics();
  const stop = querySeconds.startTimer();
  queriesInFlight.inc();
  let outcome = "error";
  try {
    const rows = await answer;
    outcome = "ok";
    return rows;
  } finally {
    queriesInFlight.dec();
    connections.set(pool.connections.size);
    stop({ outcome });
  }
}

/**
 * What drizzle awaits: the query itself, or its rows as arrays. Statements are prepared, so a repeated one takes a
 * single round trip.
 */
function unsafeOf(sql: postgres.Sql | postgres.TransactionSql, pool: Pool, inTransaction: boolean) {
  const bounded = (query: Query) => measured(withDeadline(query, pool, inTransaction), pool);
  return (text: string, parameters: postgres.ParameterOrJSON<never>[] = []) => {
    const query = sql.unsafe(text, parameters, { prepare: parameters.length > 0 }) as unknown as Query;
    return {
      // biome-ignore lint/suspicious/noThenProperty: it stands in for postgres.js's own thenable query
      then: (...handlers: Parameters<Promise<unknown>["then"]>) => bounded(query).then(...handlers),
      values: () => bounded(query.values()),
    };
  };
}

function withUnsafe<T extends object, O extends Record<string, unknown>>(target: T, overrides: O): T & O {
  return new Proxy(target, { get: (object, key) => Reflect.get(key in overrides ? overrides : object, key) }) as T & O;
}

/** A transaction that is given up sends nothing more but its rollback. */
function beginOf(sql: postgres.Sql, pool: Pool) {
  const { connections, deadlines } = pool;
  return async (work: (tx: postgres.TransactionSql) => Promise<unknown>) => {
    let timer: NodeJS.Timeout | undefined;
    let late: DatabaseTimeout | undefined;
    let giveUp: (why: string) => void = () => {};
    const expiry = new Promise<never>((_, reject) => {
      giveUp = (why) => {
        late = new DatabaseTimeout(why);
        reject(late);
      };
    });
    timer = setTimeout(giveUp, deadlines.acquire, "no connection became free");
    const transaction = sql.begin((tx) => {
      if (late) throw late;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const destroySilent = connections.listen();
        timer = setTimeout(() => {
          destroySilent();
          giveUp("the transaction took too long");
        }, deadlines.statement);
      }, deadlines.transaction - deadlines.statement);
      const unsafe = unsafeOf(tx, pool, true);
      const unsafeInTime: typeof unsafe = (...query) => {
        if (late) throw late;
        return unsafe(...query);
      };
      return work(withUnsafe(tx, { unsafe: unsafeInTime }));
    });
    try {
      return await Promise.race([transaction, expiry]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Opens a pool lazily: nothing connects before the first query, and a lost connection is made again within half a
 * second of the server's return.
 * @param address a server's URL or the embedded engine's socket. The embedded engine is one session, so more than one
 *   connection to it from a process would only queue in another place.
 * @param statementMilliseconds how long a statement may take; a wait for a connection 0.6 times that, a transaction three times
 */
export function openClient(address: DatabaseAddress, statementMilliseconds = 5_000): Client {
  const connections = new Connections();
  const deadlines = deadlinesOf(statementMilliseconds);
  const pool = { connections, deadlines };
  const options = {
    socket: (destination: Destination) => connections.open(destination),
    connect_timeout: deadlines.connect / 1_000,
    backoff: () => 0.25,
    onnotice: () => {},
    connection: {
      application_name: "governance",
      statement_timeout: deadlines.statement,
      idle_in_transaction_session_timeout: deadlines.transaction,
      lock_timeout: deadlines.acquire,
      // A prepared ILIKE must still be planned for its own pattern.
      plan_cache_mode: "force_custom_plan",
      TimeZone: "UTC",
    },
  };
  const sql = openDriver(address, { ...options, max: "url" in address ? POOL_CONNECTIONS : 1 });
  const ordered = "url" in address ? openDriver(address, { ...options, max: 1 }) : sql;
  const own = {
    unsafe: unsafeOf(sql, pool, false),
    begin: beginOf(sql, pool),
    inOrder: withUnsafe(ordered, { unsafe: unsafeOf(ordered, pool, false) }),
    end: (when?: { timeout?: number }) => Promise.all([sql.end(when), ordered.end(when)]),
  };
  return withUnsafe(sql, { ...own, embedded: "socket" in address }) as Client;
}
