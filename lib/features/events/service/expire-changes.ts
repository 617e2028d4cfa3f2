import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { changeFeed, changes } from "@/lib/database/schema/change-feed";

const KEPT_DAYS = 90;
const MAX_AT_ONCE = 5_000;

/**
 * Deletes changes that are older than 90 days. It stops at the first newer one, so the kept numbers have no gaps.
 * @param now the database's time
 * @returns how many it deleted
 */
export async function expireChanges(db: Database, now: SQL = sql`now()`): Promise<number> {
  const before = sql`${now} - make_interval(days => ${KEPT_DAYS})`;
  for (let expired = 0; ; ) {
    const gone = await db.execute(sql`
      delete from ${changes} where seq in (
        select seq from ${changes}
        where seq < coalesce(
          (select seq from ${changes} where seq is not null and at >= ${before} order by seq limit 1),
          (select head + 1 from ${changeFeed})
        )
        order by seq limit ${MAX_AT_ONCE}
      ) returning seq`);
    expired += gone.length;
    if (gone.length < MAX_AT_ONCE) return expired;
  }
}
