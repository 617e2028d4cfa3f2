import { and, asc, eq, gt } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { relayEvents, relayTraces } from "@/lib/db/schema/relay";
import { notFound } from "@/lib/errors";
import { type Replay, type ReplayQuery, TraceId } from "../schema";
import { viewEvent } from "../view";

const ROWS_AT_A_TIME = 250;
/** A longer answer ends with `next`, so that one request cannot take the process's memory. */
export const MAX_EVENTS = 10_000;
const MAX_PAYLOAD_CHARACTERS = 16_777_216;

/**
 * A trace's events in their gapless order, routing decisions among them: all of them, or a page where a limit is given.
 * @throws ServiceError `notFound`
 */
export async function replayTrace(
  { db }: Context,
  { trace_id, limit = MAX_EVENTS, after }: ReplayQuery & { trace_id: string },
): Promise<Replay> {
  if (!TraceId.safeParse(trace_id).success) throw notFound();
  const [trace] = await db.select().from(relayTraces).where(eq(relayTraces.traceId, trace_id));
  if (!trace) throw notFound();
  const last = Math.min(after + limit, trace.size);
  const events: Replay["events"] = [];
  let seq = after;
  for (let characters = 0; seq < last && characters < MAX_PAYLOAD_CHARACTERS; ) {
    const rows = await db
      .select()
      .from(relayEvents)
      .where(and(eq(relayEvents.traceId, trace_id), gt(relayEvents.seq, seq)))
      .orderBy(asc(relayEvents.seq))
      .limit(Math.min(ROWS_AT_A_TIME, last - seq));
    events.push(...rows.map(viewEvent));
    for (const { payload } of rows) characters += JSON.stringify(payload).length;
    seq += rows.length;
  }
  return { trace_id, count: trace.size, events, next: seq < trace.size ? seq : null };
}
