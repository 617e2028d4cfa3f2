import { and, lt, ne, type SQL, sql } from "drizzle-orm";
import { eraseDue } from "@/lib/database/erasures/erase";
import type { Database } from "@/lib/database/open";
import { reports } from "@/lib/database/schema/reports";

/** How long an e-mail address is kept after the decision. */
const KEPT_DAYS = 30;

/**
 * Erases the e-mail addresses of reports that were decided 30 days ago. @param now the database's time
 * @returns how many
 */
export function eraseSenders(db: Database, now: SQL = sql`now()`): Promise<number> {
  const isOld = lt(reports.decidedAt, sql`${now} - make_interval(days => ${KEPT_DAYS})`);
  return eraseDue(db, "report", and(ne(reports.email, ""), isOld));
}
