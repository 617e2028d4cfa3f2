import { type SQL, sql } from "drizzle-orm";
import { withDeadline } from "@/lib/edge/deadline";
import type { Client } from "./client";
import { databaseClient } from "./open";

/** Carries topics that ring. */
const BELLS = "governance";
/** Carries the names of tables that changed; the triggers `announce_change` notify there. */
const CHANGES = "changes";
/** A change is heard so soon after its commit. */
const HEARD_MILLISECONDS = 250;
/** From this age on, the next look at what has arrived is worth its round trip, which may take as long. */
const RENEW_MILLISECONDS = 100;

/** Who keeps what was read of tables. */
export interface ChangeWatcher {
  onChange: (table: string) => void;
  /** Anything may have changed. */
  onLost: () => void;
}

/** The pool that hears for this process. */
let hearing: Client | undefined;
const wakers = new Map<string, Set<() => void>>();
let watcher: ChangeWatcher | undefined;
/** How many connections the embedded engine has; other processes' changes arrive unheard. */
let connections = 1;

/** Hears by the process's pool. */
function hear(): void {
  const client = databaseClient();
  if (hearing === client) return;
  hearing = client;
  void client.notifications.hear({
    channels: [BELLS, CHANGES],
    onNotification: (channel, payload) => {
      // A pool that was replaced may still hear.
      if (hearing !== client) return;
      if (channel === CHANGES) watcher?.onChange(payload);
      else ring(payload);
    },
    onChange: (isHearing) => {
      if (hearing !== client) return;
      watcher?.onLost();
      if (isHearing) ringAll();
    },
  });
}

/** Wakes this process's subscribers of a topic. */
export function ring(topic: string): void {
  for (const wake of wakers.get(topic) ?? []) wake();
}

/** Wakes everyone: a connection that was lost may have missed anything. */
function ringAll(): void {
  for (const topic of wakers.keys()) ring(topic);
}

/** The expression that rings a topic in every process when its transaction commits (LISTEN/NOTIFY). */
export function ringAtCommit(topic: SQL): SQL {
  return sql`pg_notify(${BELLS}, ${topic})`;
}

/** How often a subscriber looks though nothing rang: seldom, but where rings of other processes do not arrive. */
export async function pollMilliseconds(): Promise<number> {
  return (await databaseClient().hearsOthers()) ? 15_000 : 2_000;
}

/**
 * Calls `wake` whenever a topic may have something new. A ring can get lost with a connection, so it is a hint to read
 * the table again, never the news itself; who depends on it reads from time to time anyway.
 * @returns a function that ends it
 */
export function subscribe(topic: string, wake: () => void): () => void {
  hear();
  const subscribers = wakers.get(topic) ?? new Set();
  wakers.set(topic, subscribers.add(wake));
  return () => {
    subscribers.delete(wake);
    if (subscribers.size === 0 && wakers.get(topic) === subscribers) wakers.delete(topic);
  };
}

/** Tells one watcher of every table that changes, in this process before the write resolves. */
export function watchChanges(changes: ChangeWatcher): void {
  watcher = changes;
  hear();
}

/** Notes how many connections the embedded engine has. */
export function noteConnections(count: number): void {
  connections = count;
  watcher?.onLost();
}

/** Tells the watcher that anything may have changed. */
export function announceAll(): void {
  watcher?.onLost();
}

/**
 * Whether every change that was committed more than 250 ms ago has been heard. It never is where notifications do not
 * arrive, nor on the embedded engine while another process is connected.
 */
export function hearsChanges(): boolean | Promise<boolean> {
  if (hearing === undefined) return false;
  const { notifications } = hearing;
  if (hearing.embedded) return connections === 1 && notifications.ageMilliseconds === 0;
  const age = notifications.ageMilliseconds;
  if (age > HEARD_MILLISECONDS - RENEW_MILLISECONDS) {
    return withDeadline(notifications.caughtUp(), RENEW_MILLISECONDS).catch(() => false);
  }
  if (age > RENEW_MILLISECONDS) void notifications.caughtUp();
  return true;
}
