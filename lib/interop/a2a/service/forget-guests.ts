import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { a2aTasks } from "@/lib/database/schema/a2a-door";
import { relayEvents } from "@/lib/database/schema/relay";
import { GUEST_PAYLOAD_HOURS } from "@/lib/features/relay/tasks/apply-answers";
import { lockTask } from "./store-message";

const TASKS_AT_A_TIME = 100;

/**
 * Erases the content of guests' tasks after 24 hours: payloads and extensions of every event, and the hash of the
 * address. Then the task no longer counts as open. The events themselves are kept, and so is the content of events that
 * are no answers and come after that.
 * @returns how many tasks were processed
 */
export async function forgetGuests(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - GUEST_PAYLOAD_HOURS * 3_600_000);
  const due = await db
    .select()
    .from(a2aTasks)
    .where(lte(a2aTasks.eraseAt, now))
    .orderBy(asc(a2aTasks.eraseAt))
    .limit(TASKS_AT_A_TIME);
  for (const task of due) {
    await db.transaction(async (tx) => {
      await lockTask(tx, task);
      const ofTask = eq(relayEvents.traceId, task.traceId);
      await tx
        .update(relayEvents)
        .set({ payload: {}, extensions: {} })
        .where(and(ofTask, lte(relayEvents.receivedAt, before)));
      const [kept] = await tx
        .select({ oldest: sql<Date | null>`min(${relayEvents.receivedAt})`.mapWith(relayEvents.receivedAt) })
        .from(relayEvents)
        .where(and(ofTask, sql`(${relayEvents.payload} <> '{}' or ${relayEvents.extensions} <> '{}')`));
      const eraseAt = kept?.oldest ? new Date(kept.oldest.getTime() + GUEST_PAYLOAD_HOURS * 3_600_000) : null;
      await tx.update(a2aTasks).set({ eraseAt, bucketHash: null }).where(eq(a2aTasks.id, task.id));
    });
  }
  return due.length === TASKS_AT_A_TIME ? due.length + (await forgetGuests(db, now)) : due.length;
}
