import { type SQL, sql } from "drizzle-orm";
import type { Client } from "./client";
import { databaseClient } from "./open";

const CHANNEL = "governance";

interface Bus {
  /** The pool that listens for this process, on a connection of its own. */
  client?: Client;
  wakers: Map<string, Set<() => void>>;
}

// Whichever bundle subscribes or rings.
const slot = globalThis as { fgsBus?: Bus };

function bus(): Bus {
  slot.fgsBus ??= { wakers: new Map() };
  return slot.fgsBus;
}

/** Wakes this process's subscribers of a topic. */
export function ring(topic: string): void {
  for (const wake of bus().wakers.get(topic) ?? []) wake();
}

/** Wakes everyone: a connection that was lost may have missed anything. */
function ringAll(): void {
  for (const topic of bus().wakers.keys()) ring(topic);
}

/**
 * The expression that rings a topic in every process when its transaction commits (LISTEN/NOTIFY). The embedded engine
 * delivers to nobody: who appends there rings too.
 */
export function ringAtCommit(topic: SQL): SQL {
  return sql`pg_notify(${CHANNEL}, ${topic})`;
}

/**
 * Calls `wake` whenever a topic may have something new. A ring can get lost with a connection, so it is a hint to read
 * the table again, never the news itself; who depends on it reads from time to time anyway.
 * @returns a function that ends it
 */
export function subscribe(topic: string, wake: () => void): () => void {
  const { wakers } = bus();
  const client = databaseClient();
  if (!client.embedded && bus().client !== client) {
    bus().client = client;
    // postgres.js listens again on a new connection when this one is lost, its first attempt included.
    client.listen(CHANNEL, ring, ringAll).catch(() => {});
  }
  const subscribers = wakers.get(topic) ?? new Set();
  wakers.set(topic, subscribers.add(wake));
  return () => {
    subscribers.delete(wake);
    if (subscribers.size === 0 && wakers.get(topic) === subscribers) wakers.delete(topic);
  };
}
