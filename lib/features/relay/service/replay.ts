import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import { relayEvents, relayTraces } from "@/lib/database/schema/relay";
import { foundRow, notFound } from "@/lib/foundation/errors";
import { type Replay, type ReplayQuery, TraceId } from "../schema";
import { viewEvent, viewWithheld } from "../view";
import { readPage } from "./read-page";

/** A longer trace is returned in pages, to limit the memory of one request. */
export const MAX_EVENTS = 10_000;

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
  const view = trace.isPrivate ? viewWithheld : viewEvent;
  const events = await readPage(last - after, async (previous: Replay["events"][number] | undefined, most) => {
    const rows = await selectEvents(db).execute({ trace_id, seq: previous?.seq ?? after, most });
    return rows.map(view);
  });
  const seq = events.at(-1)?.seq ?? after;
  return { trace_id, count: trace.size, events, next: seq < trace.size ? seq : null };
}
