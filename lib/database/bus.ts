import { setImmediate } from "node:timers/promises";
import { withDeadline } from "@/lib/foundation/deadline";
import type { Client } from "./client";
import { databaseClient } from "./open";
import type { RecentChanges } from "./recent-changes";

export const TOPIC_CHANNEL = "governance";
/** Channel on which processes of 0.3.0 hear the names of changed tables. */
const OLD_CHANGE_CHANNEL = "changes";
/** Longest delay between a commit and the knowledge of its changes. */
const MAX_LAG_MILLISECONDS = 250;
/** From this age on, the changes are read again, because a round trip may take that long. */
const RENEW_MILLISECONDS = 100;

/** A cache of data read from tables. */
export interface ChangeWatcher {
  onChange: (table: string) => void;
  /** Anything may have changed. */
  onLost: () => void;
}

/** The pool that listens for this process. */
let listeningClient: Client | undefined;
let changes: RecentChanges | undefined;
const subscribersByTopic = new Map<string, Set<() => void>>();
let watcher: ChangeWatcher | undefined;
/** Number of connections of the embedded engine, and since when. */
let connections = { count: 1, since: 0 };
/** Topics to notify in other processes. */
const unsent = new Set<string>();
/** The tables whose changes are notified to processes of 0.3.0; none if there are no such processes. */
let oldTables: readonly string[] = [];

/** Listens through the process's pool. */
function listen(): void {
  const client = databaseClient();
  if (listeningClient === client) return;
  listeningClient = client;
  changes = client.followChanges((changed) => {
    // A replaced pool may still respond.
    if (listeningClient !== client) return;
    if (changed === "all") {
      watcher?.onLost();
      void send(OLD_CHANGE_CHANNEL, oldTables);
    } else for (const table of changed) announce(table);
  });
  void client.notifications.start({
    channels: [TOPIC_CHANNEL],
    onNotification: (_, topic) => {
      if (listeningClient === client) notify(topic);
    },
    onChange: (isListening) => {
      if (listeningClient !== client) return;
      if (isListening) notifyAll();
      // The database may be down.
      else changes?.expire();
    },
  });
}

function announce(table: string): void {
  watcher?.onChange(table);
  notify(tableTopic(table));
  if (oldTables.length > 0) void send(OLD_CHANGE_CHANNEL, [table]);
}

/** Returns the topic that this process is notified of after its own transactions changed a table, and soon after others. */
export const tableTopic = (table: string) => `table ${table}`;

/** Calls this process's subscribers of a topic. */
export function notify(topic: string): void {
  for (const wake of subscribersByTopic.get(topic) ?? []) wake();
}

/** Calls all subscribers, because a lost connection may have missed any notification. */
function notifyAll(): void {
  for (const topic of subscribersByTopic.keys()) notify(topic);
}

/**
 * Calls the subscribers of a topic in every process. Call it after the commit, because transactions that notify commit
 * one after the other. If this process ends just before, those of other processes read at their next check.
 */
export function notifyEverywhere(topic: string): void {
  notify(topic);
  const isSending = unsent.size > 0;
  unsent.add(topic);
  if (!isSending) {
    void setImmediate().then(() => {
      void send(TOPIC_CHANNEL, [...unsent]);
      unsent.clear();
    });
  }
}

/** Notifies other processes. Receivers also check from time to time, so an error is no loss. */
async function send(channel: string, payloads: readonly string[]): Promise<void> {
  const client = databaseClient();
  if (client.embedded || payloads.length === 0) return;
  try {
    await client.unsafe("select pg_notify($1, payload) from unnest($2::text[]) as payload", [channel, [...payloads]]);
  } catch {}
}

/**
 * Sets the tables whose changes are notified to processes of 0.3.0: all if they use the same database, else none. They have a
 * cache that only notifications keep right. Those that have just been found hear of all, because they may have missed some.
 */
export function setOldProcesses(tables: readonly string[]): void {
  if (oldTables.length === 0) void send(OLD_CHANGE_CHANNEL, tables);
  oldTables = tables;
}

/** Returns whether notifications of other processes arrive. On the embedded engine they never do. */
export function receivesNotifications(): Promise<boolean> {
  return databaseClient().receivesNotifications();
}

/**
 * Returns how often a subscriber checks without a notification: rarely, unless those of other processes do not arrive.
 */
export async function pollMilliseconds(): Promise<number> {
  return (await receivesNotifications()) ? 15_000 : 2_000;
}

/**
 * Calls `wake` when a topic may have something new. A notification can be lost with a connection. So it only means that
 * the table should be read again. Subscribers also read from time to time without it.
 * @returns a function that ends it
 */
export function subscribe(topic: string, wake: () => void): () => void {
  listen();
  const subscribers = subscribersByTopic.get(topic) ?? new Set();
  subscribersByTopic.set(topic, subscribers.add(wake));
  return () => {
    subscribers.delete(wake);
    if (subscribers.size === 0 && subscribersByTopic.get(topic) === subscribers) subscribersByTopic.delete(topic);
  };
}

/** Tells one watcher of every changed table, of this process before the write resolves. */
export function watchChanges(watching: ChangeWatcher): void {
  watcher = watching;
  listen();
}

/** Records the number of connections of the embedded engine. */
export function setConnectionCount(count: number): void {
  connections = { count, since: performance.now() };
}

/** Tells the watcher that any table may have changed. */
export function invalidateAll(): void {
  watcher?.onLost();
}

/** Returns whether all changes committed more than 250 ms ago are known. */
export function isCaughtUp(): boolean | Promise<boolean> {
  if (listeningClient === undefined || changes === undefined) return false;
  const age = changes.ageMilliseconds;
  // Only this process writes, and it knows its own changes.
  const isAlone = listeningClient.embedded && connections.count === 1;
  if (isAlone && age < performance.now() - connections.since) return true;
  const read = () => (changes?.read() ?? Promise.reject()).then(() => true);
  if (age > MAX_LAG_MILLISECONDS - RENEW_MILLISECONDS) {
    return withDeadline(read(), RENEW_MILLISECONDS).catch(() => false);
  }
  if (age > RENEW_MILLISECONDS) read().catch(() => {});
  return true;
}
