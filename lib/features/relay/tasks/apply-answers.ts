import { sql } from "drizzle-orm";
import { GUEST_PAYLOAD_HOURS } from "@/lib/database/erasures/erase";
import type { Transaction } from "@/lib/database/open";
import { a2aTasks } from "@/lib/database/schema/a2a-door";
import { outcomesOf, type StoredAnswer } from "./rules";

/** Returns the topic that is notified in every process after a task may have changed. */
export const taskTopic = (id: string) => `a2a ${id}`;

/**
 * Applies answers to the tasks of their traces. Only answers of the task's own member count, and none after its end.
 * The transaction must have locked the traces.
 * @returns the ids of the tasks that got answers
 */
export async function applyAnswers(tx: Transaction, answers: readonly StoredAnswer[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    update ${a2aTasks} as t set
      state = case when t.ended_seq is null then coalesce(o.state, t.state) else t.state end,
      state_seq = case when t.ended_seq is null then coalesce(o.seq, t.state_seq) else t.state_seq end,
      state_at = case when t.ended_seq is null then coalesce(o.at, t.state_at) else t.state_at end,
      ended_seq = case when t.ended_seq is null and o."hasEnded" then o.seq else t.ended_seq end,
      erase_at = case when t.is_guest then coalesce(t.erase_at, now() + make_interval(hours => ${GUEST_PAYLOAD_HOURS})) end
    from jsonb_to_recordset(${JSON.stringify(outcomesOf(answers))}::jsonb)
      as o("traceId" text, member text, state text, seq bigint, at timestamptz, "hasEnded" boolean)
    where t.trace_id = o."traceId" and t.member = o.member
    returning t.id`);
  return rows.map(({ id }) => id);
}
