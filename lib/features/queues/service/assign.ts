import { and, asc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { tellEarlier } from "@/lib/authority/earlier";
import type { Database, Transaction } from "@/lib/database/open";
import { operators } from "@/lib/database/schema/access";
import { type WorkItemRow, workItems } from "@/lib/database/schema/work";
import { conflict, found, invalid, operatorOnly, type ServiceError } from "@/lib/foundation/errors";
import { authorize, isOperator } from "@/lib/identity/permissions";
import type { AssignWork, Colleague, WorkItem, WorkKey } from "../schema";
import { findWork } from "./list";

const ofItem = ({ queue, id }: WorkKey) => and(eq(workItems.queue, queue), eq(workItems.item, id));

/** Operators who can decide something, and were not removed. */
const mayDecide = and(isNull(operators.endedAt), ne(operators.role, "viewer"));

/** Lists the operators who can be assigned. */
export async function listColleagues({ db, caller }: Context): Promise<Colleague[]> {
  authorize(caller, "work.read");
  return db
    .select({ operator: operators.pseudonym, name: operators.name })
    .from(operators)
    .where(mayDecide)
    .orderBy(asc(operators.name), asc(operators.pseudonym));
}

async function assertMayBeAssigned(tx: Transaction, operator: string): Promise<void> {
  const [found] = await tx
    .select()
    .from(operators)
    .where(and(eq(operators.pseudonym, operator), mayDecide))
    .for("share");
  if (!found)
    throw invalid(
      "This operator cannot decide: the role is viewer, or the operator was removed. Choose another operator.",
      { field: "assignee" },
    );
}

/** Stores the row if nobody has changed it since. @returns undefined if somebody has */
async function store(tx: Transaction, row: WorkItemRow, seen: string): Promise<WorkItemRow | undefined> {
  const { assignee, note, changedAt, changedBy } = row;
  const [stored] =
    seen === ""
      ? await tx.insert(workItems).values(row).onConflictDoNothing().returning()
      : await tx
          .update(workItems)
          .set({ assignee, note, changedAt, changedBy })
          .where(and(ofItem({ queue: row.queue, id: row.item }), eq(workItems.changedAt, new Date(seen))))
          .returning();
  return stored;
}

async function changedMeanwhile(ctx: Context, key: WorkKey): Promise<ServiceError> {
  const [row] = await ctx.db.select().from(workItems).where(ofItem(key));
  if (!row) return conflict("The note was erased meanwhile. Load the page again.");
  const change = { actor: `operator:${row.changedBy}`, did: "changed the assignment or the note", at: row.changedAt };
  return conflict(`${await tellEarlier(ctx, change)} Load the page again, then change it.`);
}

/**
 * Assigns an item that waits to an operator or to nobody, with a private note for operators. Nothing of it is logged.
 * @throws ServiceError `invalid` if the operator cannot decide; `conflict` if the item does not wait any more, or if somebody
 * changed it since the caller saw it
 */
export async function assignWork(ctx: Context, { assignee, note, seen, ...key }: AssignWork): Promise<WorkItem> {
  authorize(ctx.caller, "work.assign");
  if (!isOperator(ctx.caller)) throw operatorOnly();
  const changedBy = ctx.caller.operator;
  return ctx.db.transaction(async (tx) => {
    if ((await findWork({ ...ctx, db: tx }, key)) === null)
      throw conflict("This item is no longer waiting for a decision.");
    if (assignee !== "") await assertMayBeAssigned(tx, assignee);
    const row = { queue: key.queue, item: key.id, assignee: assignee || null, note };
    const stored = await store(tx, { ...row, changedAt: ctx.clock(), changedBy }, seen);
    if (!stored) throw await changedMeanwhile({ ...ctx, db: tx }, key);
    return found((await findWork({ ...ctx, db: tx }, key)) ?? undefined);
  });
}

/** Deletes assignments and notes that nobody has changed for a year. */
export async function forgetWork(db: Database, now: SQL): Promise<void> {
  await db.delete(workItems).where(lt(workItems.changedAt, sql`${now} - interval '1 year'`));
}
