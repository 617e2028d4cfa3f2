import { createHash, randomUUID } from "node:crypto";
import canonicalize from "canonicalize";
import { inArray, sql } from "drizzle-orm";
import { notifyEverywhere } from "@/lib/database/bus";
import { GroupCommit } from "@/lib/database/group-commit";
import type { Database, Transaction } from "@/lib/database/open";
import { relayEvents, relayTraces } from "@/lib/database/schema/relay";
import { applyAnswers, taskTopic } from "@/lib/features/relay/tasks/apply-answers";
import { ANSWER_KINDS } from "@/lib/features/relay/tasks/rules";
import { conflict, forbidden } from "@/lib/foundation/errors";
import { inSendSpan } from "@/lib/foundation/tracing/event-spans";
import {
  type Item,
  inboxTopic,
  insertEvents,
  type NewEvent,
  type Stored,
  type StoredRow,
  storedOf,
} from "./insert-events";

/** Returns the digest of the content sent with an idempotency key (SHA-256 over JCS, RFC 8785, in hex). */
export function contentHashOf(content: unknown): string {
  return createHash("sha256")
    .update(canonicalize(content) ?? "")
    .digest("hex");
}

/** Returns a map key for a sender and its idempotency key. Neither contains a NUL. */
const keyOf = (srcDid: string, key: string) => `${srcDid}\0${key}`;

/** Reads the stored events that have the items' idempotency keys. Returns them by `keyOf`. */
async function findByIdempotencyKey(tx: Transaction, items: readonly Item[]) {
  const keys = items.flatMap(({ srcDid, idempotency }) => (idempotency ? [{ srcDid, key: idempotency.key }] : []));
  if (keys.length === 0) return new Map<string, { stored: Stored; contentHash: string }>();
  const rows = await tx.execute<StoredRow & { src_did: string; idempotency_key: string; content_hash: string }>(sql`
    select e.id, e.trace_id, e.seq, e.received_at, e.inbox_seq, e.src_did, e.idempotency_key, e.content_hash
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k("srcDid" text, key text)
    join ${relayEvents} as e on e.src_did = k."srcDid" and e.idempotency_key = k.key`);
  return new Map(
    rows.map((row) => [
      keyOf(row.src_did, row.idempotency_key),
      { stored: storedOf(row), contentHash: row.content_hash },
    ]),
  );
}

function wakeRecipients(items: readonly Item[]): void {
  for (const { dstDid, routing } of items) if (dstDid !== undefined && !routing) notifyEverywhere(inboxTopic(dstDid));
}

/**
 * Appends a batch. If a key was used before, in the batch or in a stored event, the result is the first event, or
 * a conflict if the content differs.
 */
async function commitBatch(db: Database, drain: () => readonly Item[]): Promise<(Stored | Error)[]> {
  let items: readonly Item[] = [];
  let answeredTaskIds: string[] = [];
  const results = await db.transaction(async (tx) => {
    items = drain();
    const repeated = await findByIdempotencyKey(tx, items);
    // One item for each idempotency key. An item without a key is listed by its own id.
    const toStore = new Map<string, Item>();
    for (const item of items) {
      const key = item.idempotency && keyOf(item.srcDid, item.idempotency.key);
      if (key === undefined) toStore.set(item.id, item);
      else if (!repeated.has(key) && !toStore.has(key)) toStore.set(key, item);
    }
    const stored = await insertEvents(tx, [...toStore.values()]);
    answeredTaskIds = await answerTasks(tx, [...toStore.values()], stored);
    return items.map((item) => resultOf(item, repeated, toStore, stored));
  });
  wakeRecipients(items);
  for (const id of answeredTaskIds) notifyEverywhere(taskTopic(id));
  return results;
}

/**
 * Updates the A2A tasks that the stored events answer.
 * @returns the ids of the answered tasks
 */
async function answerTasks(tx: Transaction, items: readonly Item[], stored: Map<string, Stored>): Promise<string[]> {
  const answers = items.flatMap(({ id, srcDid, kind = "", routing }) => {
    const event = stored.get(id);
    return event && !routing && ANSWER_KINDS.includes(kind) ? [{ ...event, srcDid, kind }] : [];
  });
  return answers.length === 0 ? [] : applyAnswers(tx, answers);
}

const PRIVATE_TRACE =
  "This trace is private. Only agents that sent or received an event on it can add one. Use another `trace_id`.";

function resultOf(
  item: Item,
  repeated: Awaited<ReturnType<typeof findByIdempotencyKey>>,
  toStore: Map<string, Item>,
  stored: Map<string, Stored>,
): Stored | Error {
  const { idempotency } = item;
  const earlier = idempotency && repeated.get(keyOf(item.srcDid, idempotency.key));
  const storedItem = idempotency ? toStore.get(keyOf(item.srcDid, idempotency.key)) : item;
  const contentHash = earlier?.contentHash ?? storedItem?.idempotency?.contentHash;
  if (contentHash !== idempotency?.contentHash)
    return conflict("`idempotency_key` was already used for another event. Use a new key.");
  return earlier?.stored ?? stored.get(storedItem?.id ?? "") ?? forbidden(PRIVATE_TRACE);
}

/** Thrown by `lookUp` to roll back its transaction. Carries the results out of it. */
class LookUpResults extends Error {
  readonly results: (Stored | undefined)[];
  constructor(results: (Stored | undefined)[]) {
    super("rolled back on purpose");
    this.results = results;
  }
}

/**
 * Finds out which items are stored, after the reply to their commit was lost. To wait for a transaction that may still
 * be running, it takes the same locks of traces as an append. Then it rolls back.
 */
async function lookUp(db: Database, items: readonly Item[]): Promise<readonly (Stored | undefined)[]> {
  try {
    return await db.transaction(async (tx): Promise<never> => {
      await tx.execute(sql`
        insert into ${relayTraces} as t (trace_id, size, created_at, last_at)
        select distinct value, 0, now(), now()
        from jsonb_array_elements_text(${JSON.stringify(items.map(({ traceId }) => traceId))}::jsonb) order by 1
        on conflict (trace_id) do update set size = t.size`);
      const ids = items.map(({ id }) => id);
      const { id, traceId, seq, receivedAt, inboxSeq } = relayEvents;
      const rows = await tx
        .select({ id, traceId, seq, receivedAt, inboxSeq })
        .from(relayEvents)
        .where(inArray(id, ids));
      const repeated = await findByIdempotencyKey(tx, items);
      throw new LookUpResults(
        items.map((item) => {
          const own = rows.find((row) => row.id === item.id);
          if (own || !item.idempotency) return own;
          const earlier = repeated.get(keyOf(item.srcDid, item.idempotency.key));
          return earlier?.contentHash === item.idempotency.contentHash ? earlier.stored : undefined;
        }),
      );
    });
  } catch (error) {
    if (error instanceof LookUpResults) return error.results;
    throw error;
  }
}

// One queue for each database, because a test may have several.
const queues = new WeakMap<Database, GroupCommit<Item, Stored>>();

/**
 * Appends an event to its trace and to its recipient's inbox. A routing decision goes to no inbox. Resolves when it is
 * durable. Concurrent appends share a transaction.
 * @throws ServiceError `frozen`, `clockSkew`, `conflict` if its idempotency key was used for another event,
 * `unavailable` if too many appends are waiting
 */
export function appendEvent(db: Database, event: NewEvent): Promise<Stored> {
  const item = { ...event, id: randomUUID() };
  const append = () => queueOf(db).submit(item);
  return item.routing ? append() : inSendSpan(item, append);
}

function queueOf(db: Database): GroupCommit<Item, Stored> {
  let queue = queues.get(db);
  if (!queue) {
    queue = new GroupCommit({
      commit: (drain) => commitBatch(db, drain),
      lookUp: async (items) => {
        const found = await lookUp(db, items);
        wakeRecipients(items.filter((_, index) => found[index] !== undefined));
        return found;
      },
      bytesOf: ({ payload, extensions, routing }) => JSON.stringify([payload, extensions, routing]).length,
    });
    queues.set(db, queue);
  }
  return queue;
}
