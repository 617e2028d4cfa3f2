import { and, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/database/open";
import { operators } from "@/lib/database/schema/access";
import { secondedActs } from "@/lib/database/schema/work";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { type Caller, isOperator } from "@/lib/identity/permissions";
import { ROLES, roleAtLeast } from "@/lib/identity/roles";
import type { Context } from "./context";

/** How long the request of a first operator is valid. */
export const SECOND_DAYS = 7;
/** The roles that may do what needs two operators. */
const ROLES_OF_BOTH = ROLES.filter((role) => roleAtLeast(role, "operator"));

/** Something that two operators must want, if `TWO_OPERATORS` names it. */
interface Asked {
  act: "t4" | "erasure";
  /** Exactly what it is about, so a request is valid for nothing else. */
  subject: string;
}

/** The condition that a request is valid: it is recent, and its operator still has a role that allows the act. */
export const isValidRequest: SQL = sql`${secondedActs.at} > now() - make_interval(days => ${SECOND_DAYS}) and exists (
  select from ${operators} where ${operators.pseudonym} = ${secondedActs.operator} and ${operators.endedAt} is null
    and ${inArray(operators.role, ROLES_OF_BOTH)})`;

const isOf = ({ act, subject }: Asked) => and(eq(secondedActs.act, act), eq(secondedActs.subject, subject));

/** Thrown for the first of two operators. */
class FirstOfTwo extends ServiceError {
  readonly request: Asked & { operator: string };

  constructor(request: Asked & { operator: string }) {
    super("conflict", `Recorded, but not done yet: a second operator must do the same within ${SECOND_DAYS} days.`);
    this.request = request;
  }
}

/** Returns the operator that the setting concerns. What an approval allowed earlier needs no second one again. */
const operatorOf = (caller: Caller, { act }: Asked) =>
  settings().TWO_OPERATORS.includes(act) && isOperator(caller) && !caller.approvedEarlier ? caller.operator : undefined;

/**
 * Uses up the request of another operator, in the transaction of the act. Call it after every other check, inside
 * {@link withSecond}.
 * @returns the first operator's name in acts; undefined if one operator is enough
 * @throws ServiceError `conflict` for the first one
 */
export async function takeFirst(
  tx: Transaction,
  { caller }: Pick<Context, "caller">,
  request: Asked,
): Promise<string | undefined> {
  const operator = operatorOf(caller, request);
  if (operator === undefined) return undefined;
  const [first] = await tx
    .delete(secondedActs)
    .where(and(isOf(request), ne(secondedActs.operator, operator), isValidRequest))
    .returning();
  if (!first) throw new FirstOfTwo({ ...request, operator });
  return `operator:${first.operator}`;
}

/** Stores a request. @returns false if another operator, who was first at the same time, has a valid one */
async function recordFirst(db: Database, { act, subject, operator }: FirstOfTwo["request"]): Promise<boolean> {
  const request = { operator, at: sql`now()` };
  const stored = await db
    .insert(secondedActs)
    .values({ act, subject, ...request })
    .onConflictDoUpdate({
      target: [secondedActs.act, secondedActs.subject],
      set: request,
      setWhere: sql`${secondedActs.operator} = ${operator} or not (${isValidRequest})`,
    })
    .returning();
  return stored.length > 0;
}

/** Runs an act that may need a second operator, and records the request of the first one. */
export async function withSecond<T>({ db }: Pick<Context, "db">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FirstOfTwo)) throw error;
    if (await recordFirst(db, error.request)) throw error;
    return work();
  }
}

/** Drops the request of a first operator to grant T4 to an agent, because its owner or its tier has changed. */
export async function dropFirst(tx: Transaction, did: string): Promise<void> {
  if (settings().TWO_OPERATORS.includes("t4")) await tx.delete(secondedActs).where(isOf({ act: "t4", subject: did }));
}

/** Deletes requests that are no longer valid because of their age. */
export async function forgetFirstRequests(db: Database, now: SQL): Promise<void> {
  await db.delete(secondedActs).where(lt(secondedActs.at, sql`${now} - make_interval(days => ${SECOND_DAYS})`));
}
