import { and, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { eraseDue } from "@/lib/database/erasures/erase";
import type { Database } from "@/lib/database/open";
import { applications } from "@/lib/database/schema/applications";

/** How long an applicant's address and purpose are kept after the decision. */
const KEPT_DAYS = 30;

/**
 * Erases the e-mail address and the purpose of applications that were decided 30 days ago. An application without a decision
 * keeps them. @param now the database's time
 * @returns how many
 */
export function eraseApplicants(db: Database, now: SQL = sql`now()`): Promise<number> {
  const { decidedAt, email, purpose } = applications;
  const isOld = lt(decidedAt, sql`${now} - make_interval(days => ${KEPT_DAYS})`);
  return eraseDue(db, "application", and(or(ne(email, ""), ne(purpose, "")), isOld));
}
