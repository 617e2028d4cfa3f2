import { desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { operators, readings } from "@/lib/database/schema/access";
import { authorize, isOperator } from "@/lib/identity/permissions";
import type { Reading } from "../schema";

const SHOWN = 50;

/** A person's data, in one of the tables that operators read. */
type PersonalSubject = `application:${string}` | `report:${number}`;

/** Records that the caller, if an operator, reads this personal data now. */
export async function recordReadings({ db, caller, clock }: Context, subjects: PersonalSubject[]): Promise<void> {
  if (!isOperator(caller) || subjects.length === 0) return;
  const readAt = clock();
  const read = { operator: caller.operator, day: readAt.toISOString().slice(0, 10), readAt };
  await db
    .insert(readings)
    .values(subjects.map((subject) => ({ subject, ...read })))
    .onConflictDoNothing();
}

/** Deletes readings of more than a year ago. */
export async function forgetReadings(db: Database, now: SQL): Promise<void> {
  await db.delete(readings).where(lt(readings.readAt, sql`${now} - interval '1 year'`));
}

/** Returns who read this personal data, the last day first. */
export async function listReadings({ db, caller }: Context, subject: PersonalSubject): Promise<Reading[]> {
  authorize(caller, "credential.read");
  const rows = await db
    .select({ operator: readings.operator, name: operators.name, readAt: readings.readAt })
    .from(readings)
    .leftJoin(operators, eq(operators.pseudonym, readings.operator))
    .where(eq(readings.subject, subject))
    .orderBy(desc(readings.readAt))
    .limit(SHOWN);
  return rows.map(({ operator, name, readAt }) => ({ operator, name: name ?? "", read_at: readAt.toISOString() }));
}
