import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { relayCounts, relayEvents, relayInboxes, relayTraces, relayUsage } from "@/lib/database/schema/relay";
import { frozenError, notFrozenRows } from "@/lib/features/council/freezes/service/freezes";
import { assertClock } from "@/lib/ledger/clock";
import { ALL_TIME, measuresOf } from "../rules/measures";
import type { Match } from "../schema";

/** An event or a routing decision to append. */
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
  /** The sender's key, and a digest of the content. If both are the same again, it is the same event. */
  idempotency?: { key: string; contentHash: string } | undefined;
  /** How the intent was routed. An event with it is a routing decision, which goes to no inbox. */
  routing?: Routing | undefined;
  at: Date;
}

export interface Routing {
  match: Match;
  /** The response, as stored on the trace. */
  decision: Record<string, unknown>;
  /** The best score for this intent. */
  semanticScore: number;
  /** The score that a match needs. */
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
  /** Its gapless number in the recipient's inbox; null if it is in none. */
  inboxSeq: number | null;
}

/** An event with the id under which it is stored. */
export interface Item extends NewEvent {
  id: string;
}

/** A row of a stored event, as the driver returns it. */
export type StoredRow = { id: string; trace_id: string; seq: string; received_at: string; inbox_seq: string | null };

/** Converts a row of the driver. */
export function storedOf({ id, trace_id: traceId, seq, received_at, inbox_seq }: StoredRow): Stored {
  const inboxSeq = inbox_seq === null ? null : Number(inbox_seq);
  return { id, traceId, seq: Number(seq), receivedAt: new Date(received_at), inboxSeq };
}

/** The topic of a recipient's new events. */
export const inboxTopic = (did: string) => `inbox ${did}`;

/**
 * A sender must be in one of so many first events of a private trace, or have the trace among so many last events of its inbox.
 * It bounds the cost of looking for a stranger.
 */
const MAX_COMPARED = 1_000;

/** An event of somebody who has no part in a private trace. A trace without events is one that a task begins. */
const isOfStranger = sql`exists (
  select from ${relayTraces} as t where t.trace_id = i."traceId" and t.is_private and t.size > 0 and not exists (
    select from (
      select e.src_did, e.dst_did from ${relayEvents} as e
      where e.trace_id = t.trace_id order by e.seq limit ${sql.raw(String(MAX_COMPARED))}
    ) as part where i."srcDid" in (part.src_did, part.dst_did)
  ) and not exists (
    select from (
      select e.trace_id from ${relayEvents} as e where e.dst_did = i."srcDid" and e.inbox_seq is not null
      order by e.inbox_seq desc limit ${sql.raw(String(MAX_COMPARED))}
    ) as received where received.trace_id = t.trace_id))`;

/**
 * Numbers the events in their traces and inboxes, stores them and counts them, in one statement. It locks the freeze,
 * the traces, the inboxes and the counts, in this order and sorted within each kind. This order prevents deadlocks
 * between processes. Each `select count(*)` delays a step until the previous one is done.
 * @returns the stored events by id. On a private trace, an event of somebody who never sent or received one there is not
 * stored.
 * @throws ServiceError `frozen`, `clockSkew`
 */
export async function insertEvents(tx: Transaction, items: readonly Item[]): Promise<Map<string, Stored>> {
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
    measures: measuresOf(routing),
  }));
  if (events.length > 0) assertClock();
  const rows = await tx.execute<StoredRow | { id: null }>(sql`
    with running as (
      ${notFrozenRows("relay")}
    ), item as (
      select *, row_number() over (partition by "traceId" order by n) as place,
        case when record = 'event' then "dstDid" end as recipient
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as i(
        n int, id uuid, record text, "traceId" text, "srcDid" text, "dstDid" text, kind text, intent text, payload jsonb,
        extensions jsonb, "occurredAt" timestamptz, at timestamptz, key text, "contentHash" text, decision jsonb,
        match text, "semanticScore" real, "durationMs" real, measures text[])
      where (select count(*) from running) > 0 and not ${isOfStranger}
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
      select hour, measure, pg_backend_pid() % 16, count(*)
      from stored join item as i on i.id = stored.id, unnest(i.measures) as measure,
        lateral (values (date_trunc('hour', i.at, 'UTC')), (${ALL_TIME.toISOString()}::timestamptz)) as counting(hour)
      group by 1, 2 order by 1, 2
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
    select id, trace_id, seq, received_at, inbox_seq
    from running left join stored on true`);
  if (rows.length === 0) throw await frozenError(tx, "relay");
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, storedOf(row)]])));
}

/**
 * Appends one event within a transaction that also writes something else. The caller must prevent a second append of
 * the same event. The locks of the trace, the inbox and the counts are kept until the end. Notify the inbox's topic
 * after the commit.
 * @throws ServiceError `frozen`, `clockSkew`
 */
export async function appendEventWithin(tx: Transaction, event: Omit<NewEvent, "idempotency">): Promise<Stored> {
  const id = randomUUID();
  const stored = (await insertEvents(tx, [{ ...event, id }])).get(id);
  if (!stored) throw new Error("an appended event was not returned");
  return stored;
}
