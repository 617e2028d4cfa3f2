import { count, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isValidRequest, SECOND_DAYS } from "@/lib/authority/second-operator";
import { operators } from "@/lib/database/schema/access";
import { applications } from "@/lib/database/schema/applications";
import { audits } from "@/lib/database/schema/council";
import { incidentEvents, incidents } from "@/lib/database/schema/incidents";
import { replies, replyDecisions } from "@/lib/database/schema/replies";
import { reports } from "@/lib/database/schema/reports";
import { sources } from "@/lib/database/schema/sources";
import { secondedActs } from "@/lib/database/schema/work";
import { authorize } from "@/lib/identity/permissions";
import { Queue, type Waiting } from "../schema";

/**
 * Selects what waits in each queue, always with the same columns: id, title, detail, severity, since, due_at. A decided or
 * sealed record does not wait. The ids of records are compared as their tables have them, so that the primary keys find them.
 */
const SELECTS = {
  application: sql`
    select id::text, coalesce(did, organisation), case when did is null then '' else organisation end, null::text,
      created_at, null::timestamptz
    from ${applications} where status = 'pending'`,
  report: sql`
    select id::text, left(text, 160), array_to_string(dids, ' '), null::text, created_at, null::timestamptz
    from ${reports} where status = 'waiting'`,
  // Agents reported them. Nobody confirmed them or found them unfounded.
  incident: sql`
    select id::text, title, reporter, severity, created_at, null::timestamptz
    from ${incidents} where confirmed_at is null and not unfounded and status <> 'EXPORTED'`,
  reply: sql`
    select r.record || ' ' || r.did, coalesce(case split_part(r.record, ':', 1)
        when 'incident' then (select title from ${incidents} where id = split_part(r.record, ':', 2)::int)
        else (select summary from ${audits} where id = split_part(r.record, ':', 2)::uuid) end, ''),
      r.did, null::text, r.at, r.due_at
    from ${replies} as r
    where r.version = 1 and not exists (
      select from ${replyDecisions} as d where d.record = r.record and d.did = r.did)`,
  // Lists that stopped, because too many of their agents are missing.
  source: sql`
    select id::text, address, concat(asks ->> 'gone', ' of ', asks ->> 'of', ' agents are missing'), null::text,
      coalesce((asks ->> 'at')::timestamptz, (last ->> 'at')::timestamptz, created_at), null::timestamptz
    from ${sources} where state = 'asking'`,
  // Critical incidents propose a freeze, until somebody decides about it.
  freeze: sql`
    select id::text, title, reporter, severity, confirmed_at, null::timestamptz
    from ${incidents} as i
    where severity = 'CRITICAL' and status = 'OPEN' and confirmed_at is not null and not exists (
      select from ${incidentEvents} as e where e.incident_id = i.id and e.kind = 'frozen')`,
  // Acts that one operator wants, and that need another one.
  second: sql`
    select act || ' ' || subject, case
        when subject like 'anchor:%' then 'Erasure of ' || regexp_replace(subject, ':', ' ')
        when act = 'erasure' then 'Redaction of ' || regexp_replace(regexp_replace(subject, ':', ' '), ' ([^ ]*)$', ': \\1')
        when subject like 'application:%' then 'T4 for ' || coalesce((
          select did from ${applications} where id::text = split_part(subject, ':', 2)), subject)
        else 'T4 for ' || split_part(regexp_replace(subject, '^registration:', ''), ' ', 1) end,
      coalesce(nullif((select name from ${operators} where pseudonym = operator), ''), operator), null::text, at, at + make_interval(days => ${SECOND_DAYS})
    from ${secondedActs} where ${isValidRequest}
      and (subject not like 'application:%' or exists (
        select from ${applications} where id::text = split_part(subject, ':', 2) and status in ('pending', 'approved')))`,
} as const satisfies Record<Queue, unknown>;

/** Returns what waits in some queues, to select from. */
export function waitingIn(queues: readonly Queue[]) {
  const rows = queues.map((queue) => sql`select ${queue}::text, waiting.* from (${SELECTS[queue]}) as waiting`);
  return sql`(${sql.join(rows, sql` union all `)}) as items (queue, id, title, detail, severity, since, due_at)`;
}

/** The queue of an item, in a statement that selects from `waitingIn`. */
export const queueOfItem = sql<Queue>`items.queue`;

/** Counts what waits for the operators' decisions, by queue. */
export async function countWaiting({ db, caller }: Context): Promise<Waiting> {
  authorize(caller, "work.read");
  const rows = await db
    .select({ queue: queueOfItem, waiting: count() })
    .from(waitingIn(Queue.options))
    .groupBy(queueOfItem);
  return waitingOf(rows);
}

/** Returns the counts of all queues, also of the empty ones. */
export function waitingOf(rows: readonly { queue: Queue; waiting: number }[]): Waiting {
  const none = { application: 0, report: 0, incident: 0, reply: 0, source: 0, freeze: 0, second: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ queue, waiting }) => [queue, waiting])) };
}
