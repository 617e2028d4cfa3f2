import type postgres from "postgres";
import { withDeadline } from "@/lib/foundation/deadline";
import { metrics } from "@/lib/foundation/metrics";
import type { DatabaseAddress } from "./address";
import { Connections, type Destination } from "./connections";
import {
  abortWhenUnresponsive,
  type Deadlines,
  deadlinesOf,
  type Pool,
  type Query,
  serverTimeoutsOf,
  withQueryDeadlines,
} from "./deadlines";
import { openDriver } from "./driver";
import { DatabaseTimeout } from "./errors";
import { type NotificationHooks, Notifications } from "./notifications";
import { type Found, findServer, type Pooling, type ServerTimeouts } from "./pooler";
import { type Ask, type Changed, type ChangeRow, RecentChanges } from "./recent-changes";
import { POOLED_SETTINGS, SESSION_SETTINGS } from "./session";
import { inStatementSpan, inTransactionSpan } from "./spans";

/** A pooled postgres.js client with a deadline for every query and transaction. */
export type Client = postgres.Sql & {
  embedded: boolean;
  /** The kind of pooler in front of the server. Rejects while it cannot be reached. */
  pooling: () => Promise<Pooling>;
  /** Whether notifications of other processes arrive. */
  receivesNotifications: () => Promise<boolean>;
  /** Notifications of this process and others. */
  notifications: Notifications;
  /** From now on, a write resolves after its changes were passed to `onChanges`, or could not be read. */
  followChanges: (onChanges: (changed: Changed) => void) => RecentChanges;
  /** Timeouts that the database role must have, because clients cannot set them through a pooler. */
  serverTimeouts: ServerTimeouts;
};

export interface ClientOptions {
  /**
   * Time limit of a statement's response. The limit is 0.6 of that for a wait for a connection, three times that for a
   * transaction.
   */
  responseMilliseconds?: number;
  /** Overrides the pooling mode found by the probe. */
  pooling?: Pooling | undefined;
  /** The server itself, for notifications, if the address is a pooler in transaction mode. */
  directUrl?: string | undefined;
}

/** The trigger function `announce_change` knows this name. Sessions with another one also notify processes of 0.3.0. */
const APPLICATION = "federation-governance";
const POOL_CONNECTIONS = 10;
const RETRY_MILLISECONDS = 250;
/** Longest wait for the changes. Then the connection that was asked is replaced. */
const CHANGES_MILLISECONDS = 1_000;
/**
 * Matches statements that only read, by their first words. `ledger_append` is the one function that writes outside a
 * transaction.
 */
const READS = /^\s*(?:select(?!\s+ledger_append\b)|show|explain|listen)\b/i;

/** A statement with a pattern is not named, because the server would keep a plan that does not fit every pattern. */
const PATTERN = " ilike ";

/** Records a statement, its time, and the open connections after it. */
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
 * Returns the promise that Drizzle awaits: the query itself, or its rows as arrays. Statements are prepared, so a
 * repeated one takes a single round trip and no planning.
 * @param written waits until the changes of a write are known; absent in a transaction, where the commit waits
 */
function unsafeOf(sql: postgres.Sql | postgres.TransactionSql, pool: Pool, written?: () => Promise<unknown>) {
  return (text: string, parameters: postgres.ParameterOrJSON<never>[] = []) => {
    const prepare = parameters.length > 0 && !text.includes(PATTERN);
    const query = sql.unsafe(text, parameters, { prepare }) as unknown as Query;
    const bounded = async (asked: Query) => {
      const answer = () => measured(withQueryDeadlines(asked, pool, written === undefined), pool);
      const rows = await inStatementSpan(text, answer);
      if (written && !READS.test(text)) await written();
      return rows;
    };
    return {
      // biome-ignore lint/suspicious/noThenProperty: it replaces postgres.js's own thenable query
      then: (...handlers: Parameters<Promise<unknown>["then"]>) => bounded(query).then(...handlers),
      values: () => bounded(query.values()),
    };
  };
}

function withUnsafe<T extends object, O extends Record<string, unknown>>(target: T, overrides: O): T & O {
  return new Proxy(target, {
    get: (object, key) => Reflect.get(Object.hasOwn(overrides, key) ? overrides : object, key),
  }) as T & O;
}

/** A transaction past its deadline sends only its rollback. Its commit has the deadline of a statement. */
function beginOf(sql: postgres.Sql, pool: Pool, written: () => Promise<unknown>) {
  const { connections, deadlines } = pool;
  return async (work: (tx: postgres.TransactionSql) => Promise<unknown>) => {
    let late: DatabaseTimeout | undefined;
    let giveUp: (why: string) => void = () => {};
    const expiry = new Promise<never>((_, reject) => {
      giveUp = (why) => {
        late = new DatabaseTimeout(why);
        reject(late);
      };
    });
    let timer = setTimeout(giveUp, deadlines.acquire, "no connection became free");
    let callOff = () => clearTimeout(timer);
    const transaction = sql.begin(async (tx) => {
      if (late) throw late;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const destroySilent = connections.watchForSilence();
        timer = setTimeout(() => {
          destroySilent();
          giveUp("the transaction took too long");
        }, deadlines.silence);
      }, deadlines.transaction - deadlines.silence);
      const unsafe = unsafeOf(tx, pool);
      const unsafeInTime: typeof unsafe = (...query) => {
        if (late) throw late;
        return unsafe(...query);
      };
      const result = await work(withUnsafe(tx, { unsafe: unsafeInTime }));
      if (late) throw late;
      clearTimeout(timer);
      callOff = abortWhenUnresponsive(pool, () => giveUp("the commit took too long"));
      return result;
    });
    let result: unknown;
    try {
      result = await Promise.race([transaction, expiry]);
    } finally {
      callOff();
      clearTimeout(timer);
    }
    await written();
    return result;
  };
}

/** Returns the startup parameters of a connection. */
function parametersOf(deadlines: Deadlines) {
  return {
    application_name: APPLICATION,
    ...SESSION_SETTINGS,
    ...serverTimeoutsOf(deadlines),
  };
}

/**
 * The options behind a pooler. There are no named statements, because the next one may reach another server connection.
 * There is no pipelining, because PgBouncer takes the server connection away after each result. There are only the
 * parameters that every pooler keeps with its client.
 */
const POOLED = {
  prepare: false,
  max_pipeline: 0,
  connection: { application_name: APPLICATION, ...POOLED_SETTINGS },
};

/** Remembers the result of the detection, and tries again after a failure. */
function finderOf(address: DatabaseAddress, known: Pooling | undefined, milliseconds: number): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  return () => {
    if (!("url" in address)) return Promise.resolve({ pooling: "none" });
    found ??= findServer(address.url, milliseconds, known);
    const finding = found;
    finding.catch(() => {
      if (found === finding) found = undefined;
    });
    return finding;
  };
}

/**
 * Opens a pool lazily: it connects at the first query, and replaces a lost connection within half a second after the
 * server is back.
 * @param address a server's URL or the embedded engine's socket. The embedded engine has one session, so more
 * connections from a process would only wait in another queue.
 */
export function openClient(
  address: DatabaseAddress,
  { responseMilliseconds = 5_000, pooling: known, directUrl }: ClientOptions = {},
): Client {
  const connections = new Connections();
  const deadlines = deadlinesOf(responseMilliseconds, "socket" in address);
  const pool = { connections, deadlines };
  const find = finderOf(address, known, deadlines.acquire);
  const pooling = () => find().then((found) => found.pooling);
  const connection = parametersOf(deadlines);
  const direct = ({ searchPath }: Found) =>
    searchPath ? { connection: { ...connection, search_path: searchPath } } : {};
  const options = {
    // No connection is opened before its parameters are known.
    socket: (destination: Destination) =>
      find().then(
        (found) => connections.open(Object.assign(destination, found.pooling === "none" ? direct(found) : POOLED)),
        (error) => connections.fail(error),
      ),
    connect_timeout: deadlines.connect / 1_000,
    backoff: () => RETRY_MILLISECONDS / 1_000,
    onnotice: () => {},
    connection,
  };
  const sql = openDriver(address, { ...options, max: "url" in address ? POOL_CONNECTIONS : 1 });
  const straight = { ...options, socket: (destination: Destination) => connections.open(destination), max: 1 };
  const receivesNotifications = async () => (await pooling()) !== "transaction" || directUrl !== undefined;
  const notifications = new Notifications({
    open: async (hooks: NotificationHooks) => {
      if (!("url" in address) || !(await receivesNotifications())) return undefined;
      const [url, how] = (await pooling()) === "transaction" ? [directUrl ?? "", straight] : [address.url, options];
      return openDriver({ url }, { ...how, ...hooks, max: 1, max_lifetime: null, fetch_types: false });
    },
  });
  const ask: Ask = async (text, parameters) => {
    // Nothing else waits for the connection that listens.
    const listening = notifications.connection;
    const answer = (listening ?? sql).unsafe<ChangeRow[]>(text, parameters, { prepare: true });
    try {
      return await withDeadline(answer, CHANGES_MILLISECONDS);
    } catch (error) {
      if (listening) notifications.giveUp(listening);
      throw error;
    }
  };
  let changes: RecentChanges | undefined;
  const written = async () => changes?.read().catch(() => {});
  const followChanges: Client["followChanges"] = (onChanges) => {
    changes = new RecentChanges({ ask, follows: "tables", onChanges });
    return changes;
  };
  const begin = beginOf(sql, pool, written);
  const own = {
    unsafe: unsafeOf(sql, pool, written),
    begin: (work: Parameters<typeof begin>[0]) => inTransactionSpan(() => begin(work)),
    end: (when?: { timeout?: number }) => Promise.all([notifications.end(), sql.end(when)]),
  };
  const finding = {
    pooling,
    receivesNotifications,
    notifications,
    followChanges,
    serverTimeouts: serverTimeoutsOf(deadlines),
  };
  return withUnsafe(sql, { ...own, ...finding, embedded: "socket" in address }) as Client;
}
