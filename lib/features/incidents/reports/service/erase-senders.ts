import { and, lt, ne } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { reports } from "@/lib/database/schema/reports";

/** How long an e-mail address is kept after the decision. */
const KEPT_MILLISECONDS = 30 * 86_400_000;

/** Erases the e-mail addresses of reports that were decided 30 days ago. @returns how many */
export async function eraseSenders(db: Database, now: Date): Promise<number> {
  const long = lt(reports.decidedAt, new Date(now.getTime() - KEPT_MILLISECONDS));
  const rows = await db
    .update(reports)
    .set({ email: "" })
    .where(and(ne(reports.email, ""), long))
    .returning({ id: reports.id });
  return rows.length;
}
