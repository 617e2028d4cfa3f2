import { createHash, randomUUID } from "node:crypto";
import canonicalize from "canonicalize";
import { inArray, sql } from "drizzle-orm";
import { ring, ringAtCommit } from "@/lib/db/bus";
import { GroupCommit } from "@/lib/db/group-commit";
import type { Database, Transaction } from "@/lib/db/open";
import { relayCounts, relayEvents, relayInboxes, relayTraces, relayUsage } from "@/lib/db/schema/relay";
import { conflict } from "@/lib/errors";
import { frozenRefusal, runningRows } from "@/lib/freezes/service/freezes";
import { refuseWrongClock } from "@/lib/ledger/clock";
import { inSendSpan } from "@/lib/tracing/event-spans";
import { measuresOf } from "../rules/measures";
import type { Match } from "../schema";

/** An event to append, or a decision. */
export interface NewEvent {
  traceId: string;
  srcDid: string;
  dstDid?: string | undefined;
  kind?: string | undefined;
  intent: string;
  payload?: Record<string, unknown> | undefined;
  extensions?: Record<string, unknown> | undefined;
  /** ISO 8601, UTC. */
  occurredAt?: string | undefined;
  /** What makes a repetition the same event: the sender's key, and a digest of what it sent under it. */
  idempotency?: { key: string; contentHash: string } | undefined;
  /** How the intent was routed; an event that has it is a routing decision, and goes to no inbox. */
  routing?: Routing | undefined;
  at: Date;
}

export interface Routing {
  match: Match;
  /** The answer as it was given. */
  decision: Record<string, unknown>;
  /** Best score of the vector store for this intent; null where it was not asked. */
  semanticScore: number | null;
  /** What `semanticScore` was held against. */
  threshold: number;
  durationMilliseconds: number;
}

/** Where an event was stored. */
export interface Stored {
  id: string;
  traceId: string;
  /** Its gapless number in the trace, from 1. */
  seq: number;
  receivedAt: Date;
}

interface Item extends NewEvent {
  id: string;
}

/** The digest of what was sent under an idempotency key (SHA-256 over JCS, RFC 8785, in hex). */
export function contentHashOf(content: unknown): string {
  return createHash("sha256")
    .update(canonicalize(content) ?? "")
    .digest("hex");
}

type StoredRow = { id: string; trace_id: string; seq: string; received_at: string };

function storedOf(row: StoredRow): Stored {
  return { id: row.id, traceId: row.trace_id, seq: Number(row.seq), receivedAt: new Date(row.received_at) };
}

/** What rings when something new lies in a recipient's inbox. */
export const inboxTopic = (did: string) => `inbox ${did}`;
const INBOX_TOPIC = sql`'inbox ' || dst_did`;

/** Two events of a sender under one key. A NUL is in neither part. */
const keyOf = (srcDid: string, key: string) => `${srcDid}\0${key}`;

/** What is stored under the items' idempotency keys, by sender and key. */
async function findRepeated(tx: Transaction, items: readonly Item[]) {
  const keys = items.flatMap(({ srcDid, idempotency }) => (idempotency ? [{ srcDid, key: idempotency.key }] : []));
  if (keys.length === 0) return new Map<string, { stored: Stored; contentHash: string }>();
  const rows = await tx.execute<StoredRow & { src_did: string; idempotency_key: string; content_hash: string }>(sql`
    select e.id, e.trace_id, e.seq, e.received_at, e.src_did, e.idempotency_key, e.content_hash
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k("srcDid" text, key text)
    join ${relayEvents} as e on e.src_did = k."srcDid" and e.idempotency_key = k.key`);
  return new Map(
    rows.map((row) => [
      keyOf(row.src_did, row.idempotency_key),
      { stored: storedOf(row), contentHash: row.content_hash },
    ]),
  );
}

/**
 * Links the events to their traces and inboxes and stores them, counts included, in one statement. It locks the switch, traces, inboxes and counts, one kind after the other and each in order, so that batches of
 * several processes never wait in a circle; each `select count(*)` holds a step back until the one before is done.
 * @throws ServiceError `frozen`, `clockOff`
 */
async function insert(tx: Transaction, items: readonly Item[]): Promise<Map<string, Stored>> {
  const events = items.map(({ idempotency, routing, ...item }, n) => ({
    ...item,
    n,
    record: routing ? "routing" : "event",
    kind: item.kind ?? (routing ? "routing" : ""),
    payload: item.payload ?? {},
    extensions: item.extensions ?? {},
    key: idempotency?.key,
    contentHash: idempotency?.contentHash,
    decision: routing?.decision,
    match: routing?.match,
    semanticScore: routing?.semanticScore,
    durationMs: routing?.durationMilliseconds,
  }));
  if (events.length > 0) refuseWrongClock();
  const rows = await tx.execute<StoredRow | { id: null }>(sql`
    with running as (
      ${runningRows("relay")}
    ), item as (
      select *, row_number() over (partition by "traceId" order by n) as place,
        case when record = 'event' then "dstDid" end as recipient
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as i(
        n int, id uuid, record text, "traceId" text, "srcDid" text, "dstDid" text, kind text, intent text, payload jsonb,
        extensions jsonb, "occurredAt" timestamptz, at timestamptz, key text, "contentHash" text, decision jsonb,
        match text, "semanticScore" real, "durationMs" real)
      where (select count(*) from running) > 0
    ), trace as (
      insert into ${relayTraces} as t (trace_id, size, created_at, last_at)
      select "traceId", count(*), max(at), max(at) from item group by 1 order by 1
      on conflict (trace_id) do update
        set size = t.size + excluded.size, last_at = greatest(t.last_at, excluded.last_at)
      returning trace_id, size, last_at
    ), inbox as (
      insert into ${relayInboxes} as b (did, size)
      select recipient, count(*) from item
      where recipient is not null and (select count(*) from trace) > 0 group by 1 order by 1
      on conflict (did) do update set size = b.size + excluded.size
      returning did, size
    ), stored as (
      insert into ${relayEvents} (trace_id, seq, id, record, src_did, dst_did, kind, intent, payload, extensions,
        occurred_at, received_at, idempotency_key, content_hash, inbox_seq, decision, match, semantic_score, duration_ms)
      select i."traceId", t.size - count(*) over (partition by i."traceId") + i.place, i.id, i.record, i."srcDid",
        i."dstDid", i.kind, i.intent, i.payload, i.extensions, i."occurredAt", t.last_at, i.key, i."contentHash",
        b.size - count(*) over (partition by i.recipient) + row_number() over (partition by i.recipient order by i.n),
        i.decision, i.match, i."semanticScore", i."durationMs"
      from item as i join trace as t on t.trace_id = i."traceId" left join inbox as b on b.did = i.recipient
      returning id, trace_id, seq, record, received_at, dst_did, inbox_seq
    ), counted as (
      insert into ${relayCounts} as c (hour, measure, slot, amount)
      select m.hour, m.measure, pg_backend_pid() % 16, m.amount
      from jsonb_to_recordset(${JSON.stringify(measuresOf(items))}::jsonb)
        as m(hour timestamptz, measure text, amount bigint)
      where (select count(*) from stored) > 0 order by 1, 2, 3
      on conflict (hour, measure, slot) do update set amount = c.amount + excluded.amount
      returning measure
    ), used as (
      insert into ${relayUsage} as u (did, day, slot, routed, received)
      select dst_did, (received_at at time zone 'UTC')::date, pg_backend_pid() % 16,
        count(*) filter (where record = 'routing'), count(*) filter (where record = 'event')
      from stored where dst_did is not null and (select count(*) from counted) > 0 group by 1, 2 order by 1, 2
      on conflict (did, day, slot) do update
        set routed = u.routed + excluded.routed, received = u.received + excluded.received
    )
    select id, trace_id, seq, received_at,
      case when inbox_seq is not null then ${ringAtCommit(INBOX_TOPIC)} end as rung
    from running left join stored on true`);
  if (rows.length === 0) throw await frozenRefusal(tx, "relay");
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, storedOf(row)]])));
}

/** Appends a batch; a repetition of a key, in it or stored, is answered with the first event or refused. */
async function commit(db: Database, drain: () => readonly Item[]): Promise<(Stored | Error)[]> {
  let items: readonly Item[] = [];
  const answers = await db.transaction(async (tx) => {
    items = drain();
    const known = await findRepeated(tx, items);
    const first = new Map<string, Item>();
    for (const item of items) {
      const key = item.idempotency && keyOf(item.srcDid, item.idempotency.key);
      if (key === undefined) first.set(item.id, item);
      else if (!known.has(key) && !first.has(key)) first.set(key, item);
    }
    const stored = await insert(tx, [...first.values()]);
    return items.map((item) => answerFor(item, known, first, stored));
  });
  for (const { dstDid, routing } of items) if (dstDid !== undefined && !routing) ring(inboxTopic(dstDid));
  return answers;
}

function answerFor(
  item: Item,
  known: Awaited<ReturnType<typeof findRepeated>>,
  first: Map<string, Item>,
  stored: Map<string, Stored>,
): Stored | Error {
  const { idempotency } = item;
  const before = idempotency && known.get(keyOf(item.srcDid, idempotency.key));
  const holder = idempotency ? first.get(keyOf(item.srcDid, idempotency.key)) : item;
  const contentHash = before?.contentHash ?? holder?.idempotency?.contentHash;
  if (contentHash !== idempotency?.contentHash) return conflict("This idempotency_key was used for another event.");
  return before?.stored ?? stored.get(holder?.id ?? "") ?? new Error("an appended event was not returned");
}

/** Carries what a look-up found out of the transaction whose locks it only borrowed. */
class Found extends Error {
  readonly results: (Stored | undefined)[];
  constructor(results: (Stored | undefined)[]) {
    super("rolled back on purpose");
    this.results = results;
  }
}

/**
 * What became of items whose commit went unanswered. It takes the traces' locks as an append would, and so waits for a
 * transaction that may still hold them, then rolls back.
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
      const { id, traceId, seq, receivedAt } = relayEvents;
      const rows = await tx.select({ id, traceId, seq, receivedAt }).from(relayEvents).where(inArray(id, ids));
      const known = await findRepeated(tx, items);
      throw new Found(
        items.map((item) => {
          const own = rows.find((row) => row.id === item.id);
          if (own || !item.idempotency) return own;
          const before = known.get(keyOf(item.srcDid, item.idempotency.key));
          return before?.contentHash === item.idempotency.contentHash ? before.stored : undefined;
        }),
      );
    });
  } catch (error) {
    if (error instanceof Found) return error.results;
    throw error;
  }
}

// A test may have several databases. Each has one queue.
const queues = new WeakMap<Database, GroupCommit<Item, Stored>>();

/**
 * Appends an event to its trace and to its recipient's inbox, and answers when that is durable. Appends at the same time
 * share a transaction. No event is stored while the relay is frozen.
 * @throws ServiceError `frozen`, `clockOff`, `conflict` where its key was used for another event, `unavailable` where too many wait
 */
export function appendEvent(db: Database, event: NewEvent): Promise<Stored> {
  const item = { ...event, id: randomUUID() };
  const append = () => queueOf(db).submit(item);
  return item.routing ? append() : inSendSpan(item, append);
}

function queueOf(db: Database): GroupCommit<Item, Stored> {
  let appends = queues.get(db);
  if (!appends) {
    appends = new GroupCommit({
      commit: (drain) => commit(db, drain),
      lookUp: (items) => lookUp(db, items),
      bytesOf: ({ payload, extensions, routing }) => JSON.stringify([payload, extensions, routing]).length,
    });
    queues.set(db, appends);
  }
  return appends;
}
