import postgres from "postgres";
import type { DatabaseAddress } from "./address";
import { Connections, type Destination } from "./connections";

/** A pooled postgres.js client whose every query and transaction ends by a deadline. */
export type Client = postgres.Sql;

const POOL_CONNECTIONS = 10;
const CONNECT_SECONDS = 2;
const ACQUIRE_MILLISECONDS = 3_000;
const STATEMENT_MILLISECONDS = 5_000;
const TRANSACTION_MILLISECONDS = 15_000;
/** The server ends a statement sooner than this, so a connection that stays silent for longer is lost. */
const SILENCE_MILLISECONDS = STATEMENT_MILLISECONDS + 500;

/** No answer within the deadline: the pool had no free connection, or the statement ran too long. */
class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";
}

/** postgres.js shows these two, undocumented, on a query: whether it was sent, and that it should not be any more. */
interface QueuedQuery extends Promise<unknown> {
  active: boolean;
  cancelled: unknown;
  values(): QueuedQuery;
}

/** Rejects by the deadlines even where the server never answers; a query still queued then is never sent. */
function withDeadline(query: QueuedQuery, connections: Connections): Promise<unknown> {
  const answer = new Promise((resolve, reject) => {
    const giveUp = (why: string) => {
      query.cancelled = true;
      reject(new DatabaseTimeout(why));
    };
    let timer = setTimeout(() => {
      if (!query.active) return giveUp("no connection became free");
      timer = setTimeout(giveUp, STATEMENT_MILLISECONDS, "the statement took too long");
    }, ACQUIRE_MILLISECONDS);
    query.then(resolve, reject).finally(() => clearTimeout(timer));
  });
  return connections.await(answer);
}

/** What drizzle awaits: the query itself, or its rows as arrays. */
function bounded(query: QueuedQuery, connections: Connections) {
  return {
    // biome-ignore lint/suspicious/noThenProperty: it stands in for postgres.js's own thenable query
    then: (...handlers: Parameters<Promise<unknown>["then"]>) => withDeadline(query, connections).then(...handlers),
    values: () => withDeadline(query.values(), connections),
  };
}

/** Statements are prepared, so a repeated one takes a single round trip. */
function unsafeOf(sql: postgres.Sql | postgres.TransactionSql, connections: Connections) {
  return (text: string, parameters: postgres.ParameterOrJSON<never>[] = []) =>
    bounded(sql.unsafe(text, parameters, { prepare: parameters.length > 0 }) as unknown as QueuedQuery, connections);
}

function withUnsafe<T extends object>(target: T, overrides: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (object, key) => (typeof key === "string" && overrides[key]) || Reflect.get(object, key),
  });
}

function beginOf(sql: postgres.Sql, connections: Connections) {
  return async (work: (tx: postgres.TransactionSql) => Promise<unknown>) => {
    let timer: NodeJS.Timeout | undefined;
    let late = false;
    const expiry = new Promise<never>((_, reject) => {
      const giveUp = (why: string) => {
        late = true;
        reject(new DatabaseTimeout(why));
      };
      timer = setTimeout(giveUp, ACQUIRE_MILLISECONDS, "no connection became free");
    });
    const transaction = sql.begin((tx) => {
      if (late) throw new DatabaseTimeout("the connection came too late");
      clearTimeout(timer);
      return work(withUnsafe(tx, { unsafe: unsafeOf(tx, connections) }));
    });
    try {
      return await connections.await(Promise.race([transaction, expiry]));
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
 */
export function openClient(address: DatabaseAddress): Client {
  const connections = new Connections(SILENCE_MILLISECONDS);
  const options = {
    socket: (destination: Destination) => connections.open(destination),
    // One statement at a time on a connection: what still waits for its turn can be withdrawn.
    max_pipeline: 0,
    connect_timeout: CONNECT_SECONDS,
    backoff: () => 0.25,
    onnotice: () => {},
    connection: {
      application_name: "governance",
      statement_timeout: STATEMENT_MILLISECONDS,
      idle_in_transaction_session_timeout: TRANSACTION_MILLISECONDS,
      lock_timeout: ACQUIRE_MILLISECONDS,
      // A prepared ILIKE must still be planned for its own pattern.
      plan_cache_mode: "force_custom_plan",
      TimeZone: "UTC",
    },
  };
  const sql =
    "url" in address
      ? postgres(address.url, { ...options, max: POOL_CONNECTIONS })
      : postgres({ ...options, path: address.socket, max: 1, user: "postgres", database: "postgres" });
  return withUnsafe(sql, { unsafe: unsafeOf(sql, connections), begin: beginOf(sql, connections) });
}
