import type { Connections } from "./connections";
import { DatabaseTimeout } from "./errors";
import type { ServerTimeouts } from "./pooler";

/** Time limits of each step, in milliseconds. */
export interface Deadlines {
  connect: number;
  /** Waiting for a connection of the pool. The server uses it for locks. */
  acquire: number;
  /** The server's own deadline. It is shorter, so the server's error still arrives. */
  statement: number;
  /** A connection without data for this time is lost, because a running server would have ended its statement before. */
  silence: number;
  /** Waiting for a response if no connection receives data. */
  response: number;
  /** The same if others receive data, so the statement may only wait behind theirs. */
  patience: number;
  /** A transaction without a statement, on the server. */
  transaction: number;
}

/** Returns the deadlines for a database with this response time. The embedded engine is never lost, only busy. */
export function deadlinesOf(response: number, isEmbedded: boolean): Deadlines {
  const patience = 1.6 * response;
  return {
    connect: 0.4 * response,
    acquire: 0.6 * response,
    statement: 0.8 * response,
    silence: 0.9 * response,
    response: isEmbedded ? patience : response,
    patience,
    transaction: 3 * response,
  };
}

/** Returns the deadlines that the server itself enforces, in milliseconds. */
export const serverTimeoutsOf = ({ statement, acquire, transaction }: Deadlines): ServerTimeouts => ({
  statement_timeout: Math.round(statement),
  lock_timeout: Math.round(acquire),
  idle_in_transaction_session_timeout: Math.round(transaction),
});

/** The connections of one client, and how long it waits for them. */
export interface Pool {
  connections: Connections;
  deadlines: Deadlines;
}

/** A query of postgres.js. Its undocumented `state` is null until it is sent. */
export interface Query extends Promise<unknown> {
  state: unknown;
  cancel(): void;
  values(): Query;
}

/**
 * After `response` milliseconds, destroys the connections that received nothing in the last `silence` ones. Calls
 * `giveUp` at once if these were all, else after `patience` milliseconds in all.
 * @returns a function that cancels this
 */
export function abortWhenUnresponsive({ connections, deadlines }: Pool, giveUp: () => void): () => void {
  const { response, silence, patience } = deadlines;
  let timer = setTimeout(() => {
    const destroySilent = connections.watchForSilence();
    timer = setTimeout(() => {
      if (destroySilent()) giveUp();
      else timer = setTimeout(giveUp, patience - response);
    }, silence);
  }, response - silence);
  return () => clearTimeout(timer);
}

/**
 * Rejects at the deadlines even if the server never responds. A query that still waits for a connection is then removed
 * from the queue and never sent. Queries of a transaction have their connection, and continue.
 */
export function withQueryDeadlines(query: Query, pool: Pool, inTransaction: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const callOff = abortWhenUnresponsive(pool, () => reject(new DatabaseTimeout("the statement took too long")));
    const queued = inTransaction
      ? undefined
      : setTimeout(() => {
          if (query.state !== null) return;
          reject(new DatabaseTimeout("no connection became free"));
          query.cancel();
        }, pool.deadlines.acquire);
    query.then(resolve, reject).finally(() => {
      callOff();
      clearTimeout(queued);
    });
  });
}
