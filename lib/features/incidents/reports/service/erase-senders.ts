import { and, lt, ne, type SQL, sql } from "drizzle-orm";
import { erase } from "@/lib/database/erasures/erase";
import type { Database } from "@/lib/database/open";
import { reports } from "@/lib/database/schema/reports";

/** How long an e-mail address is kept after the decision. */
const KEPT_DAYS = 30;
const MAX_AT_ONCE = 500;

/**
 * Erases the e-mail addresses of reports that were decided 30 days ago. @param now the database's time
 * @returns how many
 */
export async function eraseSenders(db: Database, now: SQL = sql`now()`): Promise<number> {
  const isDue = and(ne(reports.email, ""), lt(reports.decidedAt, sql`${now} - make_interval(days => ${KEPT_DAYS})`));
  for (let erased = 0; ; ) {
    const gone = await db.transaction(async (tx) => {
      const due = await tx
        .select({ key: reports.secretHash })
        .from(reports)
        .where(isDue)
        .limit(MAX_AT_ONCE)
        .for("update", { skipLocked: true });
      return erase(
        tx,
        "report",
        due.map(({ key }) => key),
      );
    });
    erased += gone.length;
    if (gone.length < MAX_AT_ONCE) return erased;
  }
}
