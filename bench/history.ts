import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { indexAnchors, indexedUpTo } from "@/lib/features/anchors/service/search-index";
import { fillAnchors } from "./anchors";

/** A generated trace: one routed intent, then events. */
const EVENTS_OF_TRACE = 20;
/** An agent that a tenth of all events are addressed to. */
export const BUSY_AGENT = "did:bench:s1:busy";
const EVENTS_OF_AGENT = 10;
const BATCH_EVENTS = 100_000;

/**
 * SQL that inserts generated traces as the relay stores them, but without their counts. Event k of all is addressed to the
 * busy agent where k ends in 0, else to one of a thousand others. The traces are a second apart and end today.
 * Parameters: $1 the first trace's number, $2 the last, $3 how many there are in all.
 */
const INSERT_EVENTS = `
with traced as (
  select t, date_trunc('hour', now()) - make_interval(secs => $3::int - t) as at
  from generate_series($1::int, $2::int) as t
), traces as (
  insert into relay_traces (trace_id, size, created_at, last_at)
  select 'generated-' || t, ${EVENTS_OF_TRACE}, at, at from traced
)
insert into relay_events (trace_id, seq, id, record, src_did, dst_did, kind, intent, payload, extensions, received_at,
  inbox_seq, decision, match, semantic_score, duration_ms)
select 'generated-' || t, s, lpad(to_hex(k), 32, '0')::uuid, record, 'did:bench:s1:sender',
  case when record = 'routing' then null when k % 10 = 0 then '${BUSY_AGENT}' else 'did:bench:s1:quiet-' || k % 1000 end,
  record, 'review a contract', jsonb_build_object('number', k), '{}', at,
  case when record = 'routing' then null when k % 10 = 0 then k / 10 else k / 1000 + 1 end,
  case when record = 'routing' then '{"threshold": 0.5}'::jsonb end,
  case when record = 'routing' then 'semantic' end, case when record = 'routing' then 0.9 end,
  case when record = 'routing' then k % 50 end
from traced, generate_series(1, ${EVENTS_OF_TRACE}) as s,
  lateral (select (t - 1)::bigint * ${EVENTS_OF_TRACE} + s as k, case when s = 1 then 'routing' else 'event' end as record) as numbered`;

/** What the relay keeps beside the events. Parameter of INSERT_COUNTS: $1 how many traces there are. */
const INSERT_INBOXES = `
insert into relay_inboxes (did, size)
select dst_did, max(inbox_seq) from relay_events where inbox_seq is not null group by 1 on conflict do nothing`;
const INSERT_COUNTS = `
insert into relay_counts (hour, measure, slot, amount)
select hour, measure, 0, amount from (
  select to_timestamp(0) as hour, $1::bigint as traces
  union all
  select date_trunc('hour', now()) - make_interval(hours => h), least(3600, $1::bigint) from generate_series(1, 24 * 90) as h
  where (h - 1) * 3600 < $1::bigint
) as hours, lateral (values ('events', traces * ${EVENTS_OF_TRACE - 1}), ('routings', traces), ('semantic', traces),
  ('samples', traces)) as measured (measure, amount)
on conflict (hour, measure, slot) do update set amount = relay_counts.amount + excluded.amount`;
const INSERT_USAGE = `
insert into relay_usage (did, day, slot, routed, received)
select dst_did, (received_at at time zone 'UTC')::date, 0, 0, count(*) from relay_events where dst_did is not null group by 1, 2
on conflict do nothing`;

/** Fills the relay with ten events for each agent, and the anchors' log with as many entries as agents, searchable. */
export async function fillHistory(sql: postgres.Sql, agents: number): Promise<void> {
  const traces = Math.ceil((EVENTS_OF_AGENT * agents) / EVENTS_OF_TRACE);
  const batch = BATCH_EVENTS / EVENTS_OF_TRACE;
  for (let first = 1; first <= traces; first += batch) {
    await sql.unsafe(INSERT_EVENTS, [first, Math.min(first + batch - 1, traces), traces]);
  }
  await sql.unsafe(INSERT_INBOXES);
  await sql.unsafe(INSERT_COUNTS, [traces]);
  await sql.unsafe(INSERT_USAGE);
  const db = drizzle(sql);
  await fillAnchors(db, agents);
  while ((await indexedUpTo(db)) < agents) await indexAnchors(db);
  await sql.unsafe("vacuum analyze");
}
