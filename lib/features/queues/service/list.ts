import { and, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { operators } from "@/lib/database/schema/access";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { workItems } from "@/lib/database/schema/work";
import { nameOperators } from "@/lib/features/access/service/operators";
import { recordReadings } from "@/lib/features/access/service/readings";
import { actKindLabel, actSubjectLabel } from "@/lib/features/council/act-words";
import { ownValue } from "@/lib/foundation/own-values";
import { containsPattern, matchesNothing } from "@/lib/foundation/text/filter-text";
import { authorize, isOperator } from "@/lib/identity/permissions";
import { DECIDING_KINDS, OVERDUE_DAYS } from "../rules";
import {
  type Assignment,
  Queue,
  type RecentDecision,
  type WorkItem,
  type WorkKey,
  type WorkList,
  type WorkQuery,
} from "../schema";
import { queueOfItem, waitingIn, waitingOf } from "./waiting";

const DAY_MILLISECONDS = 86_400_000;
const HOUR_MILLISECONDS = 3_600_000;
const DECISIONS_SHOWN = 5;
/** Among how many of the latest acts decisions are looked for. */
const ACTS_SEARCHED = 200;

const id = sql<string>`items.id`;
const title = sql<string>`items.title`;
const detail = sql<string>`items.detail`;
/** What the search looks at, on separate lines. */
const words = sql`concat_ws(E'\\n', ${title}, ${detail}, ${id}, ${workItems.note})`;
const since = sql<Date>`items.since`.mapWith(workItems.changedAt);
const dueAt = sql<Date | null>`items.due_at`.mapWith(workItems.changedAt);

const workOfItem = and(eq(workItems.queue, queueOfItem), eq(workItems.item, id));

const selectItems = ({ db }: Pick<Context, "db">, queues: readonly Queue[]) =>
  db
    .select({
      ...{ queue: queueOfItem, id, title, detail, since, dueAt },
      severity: sql<WorkItem["severity"]>`items.severity`,
      assignee: workItems.assignee,
      name: operators.name,
      note: workItems.note,
      changedAt: workItems.changedAt,
    })
    .from(waitingIn(queues))
    .leftJoin(workItems, workOfItem)
    .leftJoin(operators, eq(operators.pseudonym, workItems.assignee))
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectItems>>[number];

const daysAgo = (now: Date, days: number) => sql`${new Date(now.getTime() - days * DAY_MILLISECONDS).toISOString()}`;
const isOverdue = (now: Date) =>
  sql`(items.since <= ${daysAgo(now, OVERDUE_DAYS)}::timestamptz or items.due_at < ${now.toISOString()}::timestamptz)`;

function viewAssignment(row: Pick<Row, "assignee" | "name" | "note" | "changedAt"> | undefined): Assignment {
  const { assignee = null, name = "", note = "", changedAt = null } = row ?? {};
  return {
    assignee: assignee === null ? null : { operator: assignee, name: name ?? "" },
    note: note ?? "",
    changed_at: changedAt?.toISOString() ?? null,
  };
}

function viewItem(row: Row, now: Date): WorkItem {
  const waited = now.getTime() - row.since.getTime();
  return {
    ...{ queue: row.queue, id: row.id, title: row.title, detail: row.detail, severity: row.severity },
    since: row.since.toISOString(),
    due_at: row.dueAt?.toISOString() ?? null,
    overdue: waited >= OVERDUE_DAYS * DAY_MILLISECONDS || (row.dueAt !== null && row.dueAt < now),
    ...viewAssignment(row),
  };
}

function matching({ caller, clock }: Context, { assigned, days, q = "" }: Omit<WorkQuery, "limit" | "offset">) {
  if (matchesNothing(q)) return sql`false`;
  const whose: Record<NonNullable<typeof assigned>, SQL | undefined> = {
    me: isOperator(caller) ? eq(workItems.assignee, caller.operator) : sql`false`,
    nobody: isNull(workItems.assignee),
    somebody: isNotNull(workItems.assignee),
  };
  return and(
    assigned && whose[assigned],
    days > 0 ? sql`items.since <= ${daysAgo(clock(), days)}::timestamptz` : undefined,
    q === "" ? undefined : ilike(words, containsPattern(q)),
  );
}

const inOrder = [sql`items.since`, sql`items.queue`, sql`items.id`];
const queuesOf = ({ queue }: Pick<WorkQuery, "queue">) => (queue === undefined ? Queue.options : [queue]);

/** Records that the caller read the first words of reports. */
const recordShown = (ctx: Context, items: readonly WorkKey[]) =>
  recordReadings(
    ctx,
    items.flatMap((item) => (item.queue === "report" ? [`report:${Number(item.id)}` as const] : [])),
  );

async function shown(ctx: Context, row: Row | undefined): Promise<WorkItem | null> {
  if (!row) return null;
  const item = viewItem(row, ctx.clock());
  await recordShown(ctx, [item]);
  return item;
}

/** Lists what waits, the oldest first, with the decisions of the last hour. */
export async function listWork(ctx: Context, query: WorkQuery): Promise<WorkList> {
  authorize(ctx.caller, "work.read");
  const { limit, offset } = query;
  const now = ctx.clock();
  const where = matching(ctx, query);
  const [rows, counts, decided] = await Promise.all([
    selectItems(ctx, queuesOf(query))
      .where(where)
      .orderBy(...inOrder)
      .limit(limit)
      .offset(offset),
    countMatching(ctx, query, where),
    listRecentDecisions(ctx),
  ]);
  const items = rows.map((row) => viewItem(row, now));
  await recordShown(ctx, items);
  return { items, ...counts, limit, offset, decided, generated_at: now.toISOString() };
}

/** Counts in one statement: all that waits, by queue, and the items that match, and those that are overdue. */
async function countMatching({ db, clock }: Context, query: WorkQuery, where: SQL | undefined) {
  const matches = sql`${where ?? sql`true`}`;
  const rows = await db
    .select({
      queue: queueOfItem,
      waiting: count(),
      total: sql<number>`count(*) filter (where ${matches})`.mapWith(Number),
      overdue: sql<number>`count(*) filter (where ${matches} and ${isOverdue(clock())})`.mapWith(Number),
    })
    .from(waitingIn(Queue.options))
    .leftJoin(workItems, workOfItem)
    .groupBy(queueOfItem);
  const asked = rows.filter(({ queue }) => queuesOf(query).includes(queue));
  const sum = (field: "total" | "overdue") => asked.reduce((whole, row) => whole + row[field], 0);
  return { waiting: waitingOf(rows), total: sum("total"), overdue: sum("overdue") };
}

/** Returns the operators' decisions of the last hour about items of the queues, newest first. */
async function listRecentDecisions(ctx: Context): Promise<RecentDecision[]> {
  const hourAgo = new Date(ctx.clock().getTime() - HOUR_MILLISECONDS);
  const latest = ctx.db.select().from(ledgerActs).orderBy(desc(ledgerActs.seq)).limit(ACTS_SEARCHED).as("latest");
  const acts = await ctx.db
    .select()
    .from(latest)
    .where(and(inArray(latest.kind, [...DECIDING_KINDS]), gt(latest.createdAt, hourAgo)))
    .orderBy(desc(latest.seq))
    .limit(DECISIONS_SHOWN);
  const names = await nameOperators(
    ctx,
    acts.map(({ actor }) => actor),
  );
  return acts.map(({ seq, kind, actor, subject, createdAt }) => {
    const by = ownValue(names, actor) ?? actor;
    const words = { what: actKindLabel(kind), about: actSubjectLabel(subject) };
    return { seq, kind, subject, ...words, by, at: createdAt.toISOString() };
  });
}

/** Returns an item that waits; null if it does not, or does not exist. */
export async function findWork(ctx: Context, { queue, id: asked }: WorkKey): Promise<WorkItem | null> {
  authorize(ctx.caller, "work.read");
  if (matchesNothing(asked)) return null;
  const [row] = await selectItems(ctx, [queue]).where(eq(id, asked));
  return shown(ctx, row);
}

/** Returns who does an item, also one that does not wait any more, and the note on it. */
export async function readAssignment({ db, caller }: Context, { queue, id: asked }: WorkKey): Promise<Assignment> {
  authorize(caller, "work.read");
  const [row] = await db
    .select({ work: workItems, name: operators.name })
    .from(workItems)
    .leftJoin(operators, eq(operators.pseudonym, workItems.assignee))
    .where(and(eq(workItems.queue, queue), eq(workItems.item, asked)));
  return viewAssignment(row && { ...row.work, name: row.name });
}

/**
 * Returns the item of a filtered list that comes after another, or else the first of the list; null if no other waits.
 * @param after `since` is absent if it does not wait any more
 */
export async function findNext(
  ctx: Context,
  query: WorkQuery,
  { queue, id: own, since: from }: WorkKey & { since: string | undefined },
): Promise<WorkItem | null> {
  authorize(ctx.caller, "work.read");
  const isOther = sql`(items.queue, items.id) <> (${queue}, ${own})`;
  const isLater = sql`(items.since, items.queue, items.id) > (${from}::timestamptz, ${queue}, ${own})`;
  const [row] = await selectItems(ctx, queuesOf(query))
    .where(and(matching(ctx, query), isOther))
    .orderBy(...(from === undefined ? [] : [desc(isLater)]), ...inOrder)
    .limit(1);
  return shown(ctx, row);
}
