import { type SQL, sql } from "drizzle-orm";
import { withDeadline } from "@/lib/foundation/deadline";
import type { Client } from "./client";
import { databaseClient } from "./open";

/** Channel for notifications of topics. */
export const TOPIC_CHANNEL = "governance";
/** Channel for the names of changed tables, sent by the triggers `announce_change`. */
const CHANGE_CHANNEL = "changes";
/** Longest delay between a commit and the notification of its changes. */
const MAX_LAG_MILLISECONDS = 250;
/** From this age on, a new check for notifications is worth its round trip, which may take as long. */
const RENEW_MILLISECONDS = 100;

/** A cache of data read from tables. */
export interface ChangeWatcher {
  onChange: (table: string) => void;
  /** Anything may have changed. */
  onLost: () => void;
}

/** The pool that listens for this process. */
let listeningClient: Client | undefined;
const subscribersByTopic = new Map<string, Set<() => void>>();
let watcher: ChangeWatcher | undefined;
/** Number of connections of the embedded engine. Changes of other processes are not notified there. */
let connections = 1;

/** Listens through the process's pool. */
function listen(): void {
  const client = databaseClient();
  if (listeningClient === client) return;
  listeningClient = client;
  void client.notifications.start({
    channels: [TOPIC_CHANNEL, CHANGE_CHANNEL],
    onNotification: (channel, payload) => {
      // A replaced pool may still receive notifications.
      if (listeningClient !== client) return;
      if (channel === CHANGE_CHANNEL) watcher?.onChange(payload);
      else notify(payload);
    },
    onChange: (isListening) => {
      if (listeningClient !== client) return;
      watcher?.onLost();
      if (isListening) notifyAll();
    },
  });
}

/** Calls this process's subscribers of a topic. */
export function notify(topic: string): void {
  for (const wake of subscribersByTopic.get(topic) ?? []) wake();
}

/** Calls all subscribers, because a lost connection may have missed any notification. */
function notifyAll(): void {
  for (const topic of subscribersByTopic.keys()) notify(topic);
}

/** Returns an SQL expression that notifies a topic in every process when its transaction commits (LISTEN/NOTIFY). */
export function notifyOnCommit(topic: SQL): SQL {
  return sql`pg_notify(${TOPIC_CHANNEL}, ${topic})`;
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

/** Notifies one watcher of every changed table. In this process it is called before the write resolves. */
export function watchChanges(changes: ChangeWatcher): void {
  watcher = changes;
  listen();
}

/** Records the number of connections of the embedded engine. */
export function setConnectionCount(count: number): void {
  connections = count;
  watcher?.onLost();
}

/** Tells the watcher that any table may have changed. */
export function invalidateAll(): void {
  watcher?.onLost();
}

/**
 * Returns whether all changes committed more than 250 ms ago are known. False if notifications do not arrive, and on
 * the embedded engine while another process is connected.
 */
export function isCaughtUp(): boolean | Promise<boolean> {
  if (listeningClient === undefined) return false;
  const { notifications } = listeningClient;
  if (listeningClient.embedded) return connections === 1 && notifications.ageMilliseconds === 0;
  const age = notifications.ageMilliseconds;
  if (age > MAX_LAG_MILLISECONDS - RENEW_MILLISECONDS) {
    return withDeadline(notifications.caughtUp(), RENEW_MILLISECONDS).catch(() => false);
  }
  if (age > RENEW_MILLISECONDS) void notifications.caughtUp();
  return true;
}
