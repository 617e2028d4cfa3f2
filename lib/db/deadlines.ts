import type { Connections } from "./connections";
import { DatabaseTimeout } from "./errors";
import type { ServerTimeouts } from "./pooler";

/** How long each step may take, in milliseconds. */
export interface Deadlines {
  connect: number;
  acquire: number;
  /** The server's own deadline. It is shorter, so that the server's answer still arrives. */
  statement: number;
  /** A connection that brings nothing for so long is lost: a living server has ended its statement before. */
  silence: number;
  /** Where all connections are silent. */
  answer: number;
  /** Where some are not: the statement waits behind others. */
  patience: number;
  transaction: number;
}

/** The deadlines of a database whose answer may take so long. The embedded engine is never silent, only busy. */
export function deadlinesOf(answer: number, isEmbedded: boolean): Deadlines {
  const patience = 1.6 * answer;
  return {
    connect: 0.4 * answer,
    acquire: 0.6 * answer,
    statement: 0.8 * answer,
    silence: 0.9 * answer,
    answer: isEmbedded ? patience : answer,
    patience,
    transaction: 3 * answer,
  };
}

/** The deadlines that the server itself keeps, in milliseconds. */
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

/** A query as postgres.js makes it; `state`, undocumented, is null until it is sent. */
export interface Query extends Promise<unknown> {
  state: unknown;
  cancel(): void;
  values(): Query;
}

/**
 * Waits for as long as an answer may take, then destroys the connections that were silent. Calls `giveUp` where all were, else
 * when patience ends. @returns the function that calls it off
 */
export function giveUpInSilence({ connections, deadlines }: Pool, giveUp: () => void): () => void {
  const { answer, silence, patience } = deadlines;
  let timer = setTimeout(() => {
    const destroySilent = connections.listen();
    timer = setTimeout(() => {
      if (destroySilent()) giveUp();
      else timer = setTimeout(giveUp, patience - answer);
    }, silence);
  }, answer - silence);
  return () => clearTimeout(timer);
}

/**
 * Rejects by the deadlines even where the server never answers. A query still queued for a connection then is taken
 * out of the queue and never sent; those of a transaction have theirs, and go on.
 */
export function withDeadline(query: Query, pool: Pool, inTransaction: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const callOff = giveUpInSilence(pool, () => reject(new DatabaseTimeout("the statement took too long")));
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
