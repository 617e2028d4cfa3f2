import { and, asc, count, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { audits } from "@/lib/database/schema/council";
import { incidents } from "@/lib/database/schema/incidents";
import { replies, replyDecisions } from "@/lib/database/schema/replies";
import { recordHref } from "@/lib/features/disputes/rules";
import { decisionOfReply, readDisputesOf, undecided } from "@/lib/features/disputes/service/read";
import { authorize } from "@/lib/identity/permissions";
import type { PendingList, PendingQuery } from "../schema";

const idIn = sql`split_part(${replies.record}, ':', 2)`;
/** The ids are compared as the tables have them, so that their primary keys find the rows. */
const title = sql<string>`coalesce(case split_part(${replies.record}, ':', 1)
  when 'incident' then (select i.title from ${incidents} as i where i.id = ${idIn}::int)
  else (select a.summary from ${audits} as a where a.id = ${idIn}::uuid) end, '')`;

/** Counts the replies that wait for a decision, and those that are past their date. */
async function countPendingReplies({ db, clock }: Pick<Context, "db" | "clock">, filters: (SQL | undefined)[] = []) {
  const isLate = lt(replies.dueAt, clock());
  const [row] = await db
    .select({ total: count(), overdue: sql<number>`count(*) filter (where ${isLate})`.mapWith(Number) })
    .from(replies)
    .leftJoin(replyDecisions, decisionOfReply)
    .where(and(undecided, ...filters));
  return row ?? { total: 0, overdue: 0 };
}

/** Lists the replies that wait for a decision. Those that are due first are first. */
export async function listPendingReplies(
  ctx: Context,
  { record: asked, did: agent, limit, offset }: PendingQuery,
): Promise<PendingList> {
  authorize(ctx.caller, "council.read_acts");
  const filters = [
    asked === undefined ? undefined : eq(replies.record, asked),
    agent === undefined ? undefined : eq(replies.did, agent),
  ];
  const counts = await countPendingReplies(ctx, filters);
  const rows = await ctx.db
    .select({ record: replies.record, did: replies.did, title })
    .from(replies)
    .leftJoin(replyDecisions, decisionOfReply)
    .where(and(undecided, ...filters))
    .orderBy(asc(replies.dueAt), asc(replies.seq))
    .limit(limit)
    .offset(offset);
  const disputes = await readDisputesOf(
    ctx.db,
    rows.map(({ record }) => record),
  );
  const found = rows.flatMap(({ record, did, title: named }) => {
    const dispute = disputes.get(record)?.find((one) => one.did === did);
    return dispute ? [{ ...dispute, record, title: named, address: recordHref(record) }] : [];
  });
  return { replies: found, ...counts, limit, offset, generated_at: ctx.clock().toISOString() };
}
