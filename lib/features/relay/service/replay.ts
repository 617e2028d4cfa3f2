import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import { relayEvents, relayTraces } from "@/lib/database/schema/relay";
import { foundRow, notFound } from "@/lib/foundation/errors";
import { type Replay, type ReplayQuery, TraceId } from "../schema";
import { viewEvent, viewWithheld } from "../view";

/** Low, because an event may have 64 KB. */
const ROWS_AT_A_TIME = 64;
/** A longer trace is returned in pages, to limit the memory of one request. */
export const MAX_EVENTS = 10_000;
/** A page ends with the event that reaches this size. */
export const MAX_PAGE_CHARACTERS = 1_000_000;

const selectTrace = keepPrepared((db) =>
  db
    .select()
    .from(relayTraces)
    .where(eq(relayTraces.traceId, sql.placeholder("trace_id")))
    .prepare("trace"),
);

const selectEvents = keepPrepared((db) =>
  db
    .select()
    .from(relayEvents)
    .where(and(eq(relayEvents.traceId, sql.placeholder("trace_id")), gt(relayEvents.seq, sql.placeholder("seq"))))
    .orderBy(asc(relayEvents.seq))
    .limit(sql.placeholder("most"))
    .prepare("trace_events"),
);

/**
 * Returns a page of a trace's events and routing decisions, in their gapless order. A short trace is one page.
 * @throws ServiceError `notFound`
 */
export async function replayTrace(
  { db }: Context,
  { trace_id, limit = MAX_EVENTS, after }: ReplayQuery & { trace_id: string },
): Promise<Replay> {
  if (!TraceId.safeParse(trace_id).success) throw notFound();
  const trace = foundRow(await selectTrace(db).execute({ trace_id }));
  const last = Math.min(after + limit, trace.size);
  const events: Replay["events"] = [];
  let seq = after;
  for (let characters = 0; seq < last && characters < MAX_PAGE_CHARACTERS; ) {
    const most = Math.min(ROWS_AT_A_TIME, last - seq);
    const rows = await selectEvents(db).execute({ trace_id, seq, most });
    for (const row of rows) {
      if (characters >= MAX_PAGE_CHARACTERS) break;
      const event = trace.isPrivate ? viewWithheld(row) : viewEvent(row);
      events.push(event);
      characters += JSON.stringify(event).length;
      seq = event.seq;
    }
  }
  return { trace_id, count: trace.size, events, next: seq < trace.size ? seq : null };
}
