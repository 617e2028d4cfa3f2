import { count, desc, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { DigestRow } from "@/lib/database/schema/work";
import { OVERDUE_DAYS } from "../../rules";
import { Queue } from "../../schema";
import { queueOfItem, waitingIn, waitingOf } from "../../service/waiting";
import { type CriticalItem, keyOf, type News } from "../rules";

/** Critical items that are remembered as told. More than these are not told one by one. */
const MAX_CRITICAL = 500;

export function listCritical({ db }: Pick<Context, "db">): Promise<CriticalItem[]> {
  return db
    .select({ queue: queueOfItem, id: sql<string>`items.id` })
    .from(waitingIn(["incident", "freeze"]))
    .where(eq(sql`items.severity`, "CRITICAL"))
    .orderBy(desc(sql`items.since`), desc(queueOfItem), desc(sql`items.id`))
    .limit(MAX_CRITICAL);
}

/** Returns what a recipient was not told yet, and all that waits. */
export async function readNews(
  { db, clock }: Context,
  { toldAt, critical: told }: Pick<DigestRow, "toldAt" | "critical">,
  critical: readonly CriticalItem[],
): Promise<News> {
  const [now, from] = [clock().toISOString(), toldAt.toISOString()].map((at) => sql`${at}::timestamptz`);
  const days = sql`make_interval(days => ${OVERDUE_DAYS})`;
  const overdueAt = sql`least(items.since + ${days}, items.due_at)`;
  const rows = await db
    .select({
      queue: queueOfItem,
      waiting: count(),
      fresh: sql`count(*) filter (where items.since > ${from})`.mapWith(Number),
      overdue: sql`count(*) filter (where ${overdueAt} <= ${now})`.mapWith(Number),
      freshlyOverdue: sql`count(*) filter (where ${overdueAt} <= ${now} and ${overdueAt} > ${from})`.mapWith(Number),
    })
    .from(waitingIn(Queue.options))
    .groupBy(queueOfItem);
  const sum = (field: "fresh" | "overdue" | "freshlyOverdue") => rows.reduce((whole, row) => whole + row[field], 0);
  return {
    ...{
      waiting: waitingOf(rows),
      fresh: sum("fresh"),
      overdue: sum("overdue"),
      freshlyOverdue: sum("freshlyOverdue"),
    },
    critical: critical.filter((item) => !told.includes(keyOf(item))),
  };
}
