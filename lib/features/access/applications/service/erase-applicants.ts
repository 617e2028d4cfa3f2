import { and, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { erase } from "@/lib/database/erasures/erase";
import type { Database } from "@/lib/database/open";
import { applications } from "@/lib/database/schema/applications";

/** How long an applicant's address and purpose are kept after the decision. */
const KEPT_DAYS = 30;
const MAX_AT_ONCE = 500;

/**
 * Erases the e-mail address and the purpose of applications that were decided 30 days ago. An application without a decision
 * keeps them. @param now the database's time
 * @returns how many
 */
export async function eraseApplicants(db: Database, now: SQL = sql`now()`): Promise<number> {
  const isDue = and(
    or(ne(applications.email, ""), ne(applications.purpose, "")),
    lt(applications.decidedAt, sql`${now} - make_interval(days => ${KEPT_DAYS})`),
  );
  for (let erased = 0; ; ) {
    const gone = await db.transaction(async (tx) => {
      const due = await tx
        .select({ key: applications.id })
        .from(applications)
        .where(isDue)
        .limit(MAX_AT_ONCE)
        .for("update", { skipLocked: true });
      return erase(
        tx,
        "application",
        due.map(({ key }) => key),
      );
    });
    erased += gone.length;
    if (gone.length < MAX_AT_ONCE) return erased;
  }
}
