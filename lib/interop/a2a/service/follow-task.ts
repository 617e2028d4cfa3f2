import { and, asc, eq, gt, inArray, or } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { pollMilliseconds, subscribe } from "@/lib/database/bus";
import { isPassing } from "@/lib/database/errors";
import type { Database } from "@/lib/database/open";
import type { A2aTaskRow } from "@/lib/database/schema/a2a-door";
import { relayEvents, relayTraces } from "@/lib/database/schema/relay";
import { WakeSignal } from "@/lib/features/relay/service/stream";
import { taskTopic } from "@/lib/features/relay/tasks/apply-answers";
import { ANSWER_KINDS, ARTIFACT, CANCELED, hasEnded, TASK_STATES } from "@/lib/features/relay/tasks/rules";
import { ServiceError } from "@/lib/foundation/errors";
import { reasonOf } from "@/lib/foundation/reason";
import type { StreamResponse } from "../schema";
import { type TaskEvent, viewUpdate } from "../view";
import { type Door, findTask, rereadTask } from "./find-task";
import { showTask } from "./read-task";

/** The states after which a stream ends (A2A 1.0, 11.7). */
const SETTLED: readonly string[] = [
  TASK_STATES.completed,
  TASK_STATES.failed,
  TASK_STATES.canceled,
  TASK_STATES.input_required,
];
const RETRY_MILLISECONDS = 1_000;
/** Small, because each open stream may have as many in memory. */
const EVENTS_AT_A_TIME = 10;

export type Updates = AsyncIterable<{ id: number; data: StreamResponse }>;

/** Returns whether a task waits for its caller, or has ended. @param seq number of the caller's last message */
const isSettled = ({ state, stateSeq }: A2aTaskRow, seq: number) =>
  hasEnded(state) || (state === "input_required" && stateSeq > seq);

/** Waits for the answer to the message with the number `seq`. @returns the task, after the answer or the time limit */
export async function waitForAnswer(
  ctx: Context,
  { task, seq }: { task: A2aTaskRow; seq: number },
  milliseconds: number,
  signal: AbortSignal,
): Promise<A2aTaskRow> {
  const wakeSignal = new WakeSignal();
  const unsubscribe = subscribe(taskTopic(task.id), wakeSignal.notify);
  signal.addEventListener("abort", wakeSignal.notify);
  const until = performance.now() + milliseconds;
  try {
    const pause = await pollMilliseconds();
    for (;;) {
      const row = await rereadTask(ctx, task.id);
      const left = until - performance.now();
      if (isSettled(row, seq) || left <= 0 || signal.aborted) return row;
      await wakeSignal.wait(Math.min(left, pause));
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", wakeSignal.notify);
  }
}

async function sizeOfTrace(db: Database, { traceId }: A2aTaskRow): Promise<number> {
  const [trace] = await db.select().from(relayTraces).where(eq(relayTraces.traceId, traceId));
  return trace?.size ?? 0;
}

/** Reads the answers and cancellations after a number of the task's trace. */
function updatesAfter(db: Database, { traceId, member }: A2aTaskRow, seq: number): Promise<TaskEvent[]> {
  const { id, kind, payload, receivedAt } = relayEvents;
  const isAnswer = and(eq(relayEvents.srcDid, member), inArray(kind, [...ANSWER_KINDS]));
  return db
    .select({ id, seq: relayEvents.seq, kind, payload, receivedAt })
    .from(relayEvents)
    .where(and(eq(relayEvents.traceId, traceId), gt(relayEvents.seq, seq), or(isAnswer, eq(kind, CANCELED))))
    .orderBy(asc(relayEvents.seq))
    .limit(EVENTS_AT_A_TIME);
}

/** Reads a task's new events, then the task, so its end is known for each event. @returns null if the database fails */
async function readUpdates(ctx: Context, row: A2aTaskRow, seq: number) {
  try {
    const events = await updatesAfter(ctx.db, row, seq);
    return { events, row: await rereadTask(ctx, row.id) };
  } catch (error) {
    if (!isPassing(error)) throw error;
    ctx.log.warn({ event: "a2a_stream", error: reasonOf(error) }, "The task could not be read. Trying again.");
    return null;
  }
}

/** Returns whether an event counts and has not been shown. A cancellation counts only if it ended the task. */
function isNew({ seq, kind }: TaskEvent, shown: A2aTaskRow, { endedSeq }: A2aTaskRow): boolean {
  if (kind !== ARTIFACT && seq <= shown.stateSeq) return false;
  return (endedSeq === null || seq <= endedSeq) && (kind !== CANCELED || seq === endedSeq);
}

const shows = (update: StreamResponse) =>
  "statusUpdate" in update && SETTLED.includes(update.statusUpdate.status.state);

/**
 * Yields a task, then its changes in order, until it ends, needs input, or the signal. Events are read from the table,
 * so a failing database only delays them.
 * @param seq number of the message whose answers are wanted; 0: no message was sent
 */
export async function* followTask(ctx: Context, task: A2aTaskRow, seq: number, signal: AbortSignal): Updates {
  const wakeSignal = new WakeSignal();
  const unsubscribe = subscribe(taskTopic(task.id), wakeSignal.notify);
  signal.addEventListener("abort", wakeSignal.notify);
  try {
    // Before the task is read, so an event that is stored in between is sent twice rather than never.
    let cursor = await sizeOfTrace(ctx.db, task);
    const shown = await rereadTask(ctx, task.id);
    // The events before the one that set the shown state are stored, too.
    cursor = Math.max(cursor, shown.stateSeq);
    const all = { historyLength: undefined, artifacts: true, upTo: cursor };
    yield { id: cursor, data: { task: await showTask(ctx, shown, all) } };
    if (hasEnded(shown.state) || (seq > 0 && isSettled(shown, seq))) return;
    const pause = await pollMilliseconds();
    while (!signal.aborted) {
      const read = await readUpdates(ctx, shown, cursor);
      for (const event of read?.events ?? []) {
        cursor = event.seq;
        const update = isNew(event, shown, read?.row ?? shown) ? viewUpdate(event, shown) : undefined;
        if (update) yield { id: event.seq, data: update };
        if (update && shows(update)) return;
      }
      const endedSeq = read?.row.endedSeq ?? null;
      if (endedSeq !== null && cursor >= endedSeq) return;
      // There is more to read, such as an end that was stored after the events were read.
      if (endedSeq !== null || read?.events.length === EVENTS_AT_A_TIME) continue;
      await wakeSignal.wait(read ? pause : RETRY_MILLISECONDS);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", wakeSignal.notify);
  }
}

/** Follows a task of the caller. @throws ServiceError `taskNotFound`; `unsupportedOperation` if it has ended */
export async function subscribeToTask(
  ctx: Context,
  door: Door,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<Updates> {
  const row = await findTask(ctx.db, ctx.caller, door, id);
  if (hasEnded(row.state)) throw new ServiceError("unsupportedOperation", "The task has ended. Read it by GetTask.");
  return followTask(ctx, row, 0, signal);
}
