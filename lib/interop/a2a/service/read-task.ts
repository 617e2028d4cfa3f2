import { and, asc, eq, gt, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { type A2aTaskRow, a2aMessages } from "@/lib/database/schema/a2a-door";
import { relayEvents } from "@/lib/database/schema/relay";
import { ARTIFACT, STATE_KINDS } from "@/lib/features/relay/tasks/rules";
import type { Task } from "../schema";
import { type Shown, type TaskEvent, viewTask } from "../view";
import { type Door, findTask } from "./find-task";

/** Small, because each row may have 64 KB. */
const ROWS_AT_A_TIME = 64;
/** A task is cut after the event that reaches this size. Its status is always included. */
const MAX_CHARACTERS = 2_000_000;

const columns = {
  id: relayEvents.id,
  seq: relayEvents.seq,
  kind: relayEvents.kind,
  payload: relayEvents.payload,
  receivedAt: relayEvents.receivedAt,
};

/** Returns the condition for shown events of a task's trace. Events of others, or after its end, are never shown. */
function isShown(
  { id, member, endedSeq, stateSeq }: A2aTaskRow,
  { historyLength, artifacts, upTo }: Shown,
): SQL | undefined {
  const kinds = [...(historyLength === 0 ? [] : Object.keys(STATE_KINDS)), ...(artifacts ? [ARTIFACT] : [])];
  const isAnswer = and(
    eq(relayEvents.srcDid, member),
    inArray(relayEvents.kind, kinds),
    endedSeq === null ? undefined : sql`${relayEvents.seq} <= ${endedSeq}`,
  );
  const isMessage = sql`exists (
    select from ${a2aMessages} where ${a2aMessages.taskId} = ${id} and ${a2aMessages.seq} = ${relayEvents.seq})`;
  const isSaid = or(kinds.length === 0 ? undefined : isAnswer, historyLength === 0 ? undefined : isMessage);
  return or(eq(relayEvents.seq, stateSeq), and(isSaid, upTo === undefined ? undefined : lte(relayEvents.seq, upTo)));
}

/** Reads the shown events of a task, in order and up to the size limit. */
async function readEvents(
  db: Database,
  row: A2aTaskRow,
  shown: Shown,
): Promise<{ events: TaskEvent[]; isCut: boolean }> {
  const ofTrace = eq(relayEvents.traceId, row.traceId);
  const [status] = await db
    .select(columns)
    .from(relayEvents)
    .where(and(ofTrace, eq(relayEvents.seq, row.stateSeq)));
  const events: TaskEvent[] = [];
  if (shown.historyLength === 0 && !shown.artifacts) return { events: status ? [status] : [], isCut: false };
  for (let characters = 0, after = 0; ; ) {
    const rows = await db
      .select(columns)
      .from(relayEvents)
      .where(and(ofTrace, gt(relayEvents.seq, after), isShown(row, shown)))
      .orderBy(asc(relayEvents.seq))
      .limit(ROWS_AT_A_TIME);
    for (const event of rows) {
      if (characters >= MAX_CHARACTERS) return { events: status ? [...events, status] : events, isCut: true };
      events.push(event);
      characters += JSON.stringify(event.payload).length;
      after = event.seq;
    }
    if (rows.length < ROWS_AT_A_TIME) return { events, isCut: false };
  }
}

/** Reads a task's events, and returns the task as its caller sees it. */
export async function showTask({ db }: Pick<Context, "db">, row: A2aTaskRow, shown: Shown): Promise<Task> {
  const { events, isCut } = await readEvents(db, row, shown);
  return viewTask(row, events, shown, isCut);
}

/** Reads a task of the caller. @throws ServiceError `taskNotFound` */
export async function getTask(
  ctx: Context,
  door: Door,
  { id, historyLength }: { id: string; historyLength?: number | undefined },
): Promise<Task> {
  const row = await findTask(ctx.db, ctx.caller, door, id);
  return showTask(ctx, row, { historyLength, artifacts: true });
}
