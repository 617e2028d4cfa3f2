import { eq } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { notifyEverywhere } from "@/lib/database/bus";
import { a2aTasks } from "@/lib/database/schema/a2a-door";
import { appendEventWithin, inboxTopic } from "@/lib/features/relay/service/insert-events";
import { taskTopic } from "@/lib/features/relay/tasks/apply-answers";
import { CANCELED, hasEnded, MESSAGE } from "@/lib/features/relay/tasks/rules";
import { ServiceError } from "@/lib/foundation/errors";
import type { Task } from "../schema";
import { type Door, findTask } from "./find-task";
import { showTask } from "./read-task";
import { lockTask } from "./store-message";

/**
 * Cancels a task at once, and sends the member an event. Later answers are stored, but change nothing.
 * @throws ServiceError `taskNotFound`; `taskNotCancelable` if it has ended; `suspended`, `withdrawn`,
 * `didMismatch`, `frozen`
 */
export async function cancelTask(ctx: Context, door: Door, { id }: { id: string }): Promise<Task> {
  const found = await findTask(ctx.db, ctx.caller, door, id);
  if (!found.isGuest) await authorizeActor(ctx, "task.cancel", found.callerDid);
  const row = await ctx.db.transaction(async (tx) => {
    const task = await lockTask(tx, found);
    if (hasEnded(task.state)) throw new ServiceError("taskNotCancelable", "The task has ended.");
    const { seq, receivedAt } = await appendEventWithin(tx, {
      traceId: task.traceId,
      srcDid: task.callerDid,
      dstDid: task.member,
      kind: CANCELED,
      intent: MESSAGE,
      payload: { taskId: task.id, contextId: task.contextId },
      at: ctx.clock(),
    });
    const [canceled] = await tx
      .update(a2aTasks)
      .set({ state: "canceled", stateSeq: seq, endedSeq: seq, stateAt: receivedAt })
      .where(eq(a2aTasks.id, task.id))
      .returning();
    return canceled ?? task;
  });
  notifyEverywhere(inboxTopic(row.member));
  notifyEverywhere(taskTopic(row.id));
  return showTask(ctx, row, { historyLength: undefined, artifacts: true });
}
