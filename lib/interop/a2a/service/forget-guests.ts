import { type SQL, sql } from "drizzle-orm";
import { erase, GUEST_PAYLOAD_HOURS } from "@/lib/database/erasures/erase";
import type { Database } from "@/lib/database/open";
import { a2aTasks } from "@/lib/database/schema/a2a-door";

const TASKS_AT_A_TIME = 100;

/**
 * Erases the content of guests' tasks after 24 hours. Then the task no longer counts as open. Events that come later are
 * erased 24 hours after they came.
 * @param now the database's time
 * @returns how many tasks were processed
 */
export async function forgetGuests(db: Database, now: SQL = sql`now()`): Promise<number> {
  for (let processed = 0; ; ) {
    const due = await db.execute<{ id: string; before: string }>(sql`
      select id, (extract(epoch from ${now} - make_interval(hours => ${GUEST_PAYLOAD_HOURS})) * 1000)::float8 as before
      from ${a2aTasks} where erase_at <= ${now} order by erase_at limit ${TASKS_AT_A_TIME}`);
    for (const { id, before } of due) {
      await db.transaction((tx) => erase(tx, "guest", [id], new Date(Number(before))));
    }
    processed += due.length;
    if (due.length < TASKS_AT_A_TIME) return processed;
  }
}
