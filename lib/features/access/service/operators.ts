import { and, countDistinct, desc, eq, isNull, max, notExists, or, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { lock } from "@/lib/database/locks";
import type { Reader, Transaction } from "@/lib/database/open";
import { readOperatorNames } from "@/lib/database/operator-names";
import { credentials, type OperatorRow, operatorIdentities, operators } from "@/lib/database/schema/access";
import { digests, operatorEmails, secondedActs, workItems } from "@/lib/database/schema/work";
import { conflict, found, foundRow, notFound } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { actorName, authorize, credentialOf } from "@/lib/identity/permissions";
import type { Role } from "@/lib/identity/roles";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { IssueCredential, Operator, OperatorList } from "../schema";

const OPERATOR = "operator:";

/** Returns whether a working token may do everything that an owner may. */
export async function hasOwner(db: Reader, now: Date): Promise<boolean> {
  const isOwner = and(eq(operators.role, "owner"), or(isNull(credentials.role), eq(credentials.role, "owner")));
  const [row] = await db
    .select({ id: credentials.id })
    .from(credentials)
    .innerJoin(operators, eq(operators.pseudonym, credentials.operator))
    .where(and(isOwner, isActiveCredential(now)))
    .limit(1);
  return row !== undefined;
}

/**
 * Runs a change that must not remove the last owner. Such changes are done one at a time. Otherwise two concurrent ones
 * could remove the last two owners.
 * @throws ServiceError `conflict` if none remains
 */
export async function keepingAnOwner<T>(ctx: Context, tx: Transaction, change: () => Promise<T>): Promise<T> {
  await lock(tx, "operators");
  const hadOwner = await hasOwner(tx, ctx.clock());
  const changed = await change();
  if (!hadOwner || (await hasOwner(tx, ctx.clock()))) return changed;
  throw conflict("The last owner with a token cannot be removed. Make another operator with a token an owner first.");
}

/**
 * Throws if a credential belongs to another operator, and the caller does not have the role owner.
 * @returns whether it is an operator's
 */
export async function authorizeManage({ caller }: Context, tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx.select({ operator: credentials.operator }).from(credentials).where(eq(credentials.id, id));
  const isOperators = row !== undefined && row.operator !== null;
  if (isOperators && credentialOf(caller) !== id) authorize(caller, "operator.manage");
  return isOperators;
}

/** Creates an operator. @returns the pseudonym */
export async function insertOperator(
  ctx: Context,
  tx: Transaction,
  { name, role }: Pick<OperatorRow, "name" | "role">,
): Promise<string> {
  const values = { name, role, createdAt: ctx.clock(), createdBy: actorName(ctx.caller) };
  const [row] = await tx.insert(operators).values(values).returning({ pseudonym: operators.pseudonym });
  return found(row).pseudonym;
}

/**
 * Returns the operator of a token to be issued, who may be new, and the limit of the token.
 * @throws ServiceError `notFound`; `conflict` if the operator was removed
 */
export async function holderOf(
  ctx: Context,
  tx: Transaction,
  { operator, role, label }: IssueCredential,
): Promise<{ operator: string; role: Role | null }> {
  if (operator === undefined) {
    return { operator: await insertOperator(ctx, tx, { name: label, role: role ?? "operator" }), role: null };
  }
  const { endedAt } = await lockOperator(tx, operator);
  if (endedAt !== null) throw conflict("This operator was removed.");
  return { operator, role: role ?? null };
}

/** Deletes an operator that nobody can be, because its request was a repeat. */
export async function forgetUnused(tx: Transaction, operator: string): Promise<void> {
  const ways = [credentials, operatorIdentities].map((table) =>
    notExists(tx.select({ operator: table.operator }).from(table).where(eq(table.operator, operator))),
  );
  await tx.delete(operators).where(and(eq(operators.pseudonym, operator), ...ways));
}

async function lockOperator(tx: Transaction, pseudonym: string): Promise<OperatorRow> {
  if (matchesNothing(pseudonym)) throw notFound();
  return foundRow(await tx.select().from(operators).where(eq(operators.pseudonym, pseudonym)).for("update"));
}

async function readOperators(db: Reader, now: Date, pseudonym?: string): Promise<Operator[]> {
  const rows = await db
    .select({
      operator: operators,
      tokens: countDistinct(sql`case when ${isActiveCredential(now)} then ${credentials.id} end`),
      identities: countDistinct(operatorIdentities.identityHash),
      lastUsedAt: sql`greatest(${max(credentials.lastUsedAt)}, ${max(operatorIdentities.lastUsedAt)})`.mapWith(
        credentials.lastUsedAt,
      ),
    })
    .from(operators)
    .leftJoin(credentials, eq(credentials.operator, operators.pseudonym))
    .leftJoin(operatorIdentities, eq(operatorIdentities.operator, operators.pseudonym))
    .where(pseudonym === undefined ? undefined : eq(operators.pseudonym, pseudonym))
    .groupBy(operators.pseudonym)
    .orderBy(desc(isNull(operators.endedAt)), desc(operators.createdAt), operators.pseudonym);
  return rows.map(viewOperator);
}

/** Lists the operators, those who may sign in first, newest first. */
export async function listOperators({ db, caller, clock }: Context): Promise<OperatorList> {
  authorize(caller, "credential.read");
  return { operators: await readOperators(db, clock()) };
}

function viewOperator(row: {
  operator: OperatorRow;
  tokens: number;
  identities: number;
  lastUsedAt: Date | null;
}): Operator {
  const { pseudonym, name, role, createdAt, createdBy, endedAt } = row.operator;
  return {
    operator: pseudonym,
    name,
    role,
    tokens: row.tokens,
    openid_connect: row.identities > 0,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    ended_at: endedAt?.toISOString() ?? null,
  };
}

/** Changes an operator's row and logs it, under a lock. @returns the operator as it is then */
async function changing(
  ctx: Context,
  operator: string,
  change: (tx: Transaction, row: OperatorRow) => Promise<{ kind: string; details: Record<string, unknown> }>,
): Promise<Operator> {
  authorize(ctx.caller, "operator.manage");
  return ctx.db.transaction((tx) =>
    keepingAnOwner(ctx, tx, async () => {
      const row = await lockOperator(tx, operator);
      if (row.endedAt !== null) throw conflict("This operator was removed.");
      const act = { ...(await change(tx, row)), actor: actorName(ctx.caller), subject: OPERATOR + operator };
      await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
      return foundRow(await readOperators(tx, ctx.clock(), operator));
    }),
  );
}

/**
 * Gives an operator another role, from the next request on, and logs it.
 * @throws ServiceError `notFound`; `conflict` if the operator was removed or has this role, or is the last owner
 */
export function changeOperator(ctx: Context, { operator, role }: { operator: string; role: Role }): Promise<Operator> {
  return changing(ctx, operator, async (tx, { role: from }) => {
    if (from === role) throw conflict(`This operator already has the role ${role}.`);
    await tx.update(operators).set({ role }).where(eq(operators.pseudonym, operator));
    return { kind: "operator.role_changed", details: { from, to: role } };
  });
}

/**
 * Removes an operator: every token and session ends at once, nothing is assigned to them any more, no second operator can
 * complete what they wanted, and the address for e-mails is deleted.
 * @throws ServiceError `notFound`; `conflict` if the operator was removed before, or is the last owner
 */
export function endOperator(ctx: Context, { operator }: { operator: string }): Promise<Operator> {
  return changing(ctx, operator, async (tx) => {
    const now = ctx.clock();
    await tx.update(workItems).set({ assignee: null }).where(eq(workItems.assignee, operator));
    await tx.delete(operatorEmails).where(eq(operatorEmails.operator, operator));
    await tx.delete(digests).where(eq(digests.recipient, operator));
    await tx.delete(secondedActs).where(eq(secondedActs.operator, operator));
    await tx.update(operators).set({ endedAt: now }).where(eq(operators.pseudonym, operator));
    const ended = await tx
      .update(credentials)
      .set({ revokedAt: now })
      .where(and(eq(credentials.operator, operator), isNull(credentials.revokedAt)))
      .returning({ id: credentials.id });
    return { kind: "operator.removed", details: { revoked: ended.map(({ id }) => id) } };
  });
}

/** Returns the names of the operators among some actors: by their pseudonyms, or by their tokens' ids as in older acts. */
export async function nameOperators(ctx: Context, actors: readonly string[]): Promise<Record<string, string>> {
  authorize(ctx.caller, "credential.read");
  return readOperatorNames(ctx.db, actors);
}
