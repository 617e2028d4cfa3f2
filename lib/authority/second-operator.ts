import { and, eq, exists, gt, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database, Reader, Transaction } from "@/lib/database/open";
import { operators } from "@/lib/database/schema/access";
import { secondedActs } from "@/lib/database/schema/work";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { type Caller, isOperator } from "@/lib/identity/permissions";
import { ROLES, roleAtLeast } from "@/lib/identity/roles";
import type { Context } from "./context";

/** How long the wish of a first operator counts. */
export const WISH_DAYS = 7;
/** The roles that may do what needs two operators. */
const ROLES_OF_WISHES = ROLES.filter((role) => roleAtLeast(role, "operator"));

/** Something that two operators must want, if `TWO_OPERATORS` names it. */
interface Wish {
  act: "t4" | "erasure";
  /** Exactly what it is about, so a wish counts for nothing else. */
  subject: string;
}

const recently = gt(secondedActs.at, sql`now() - make_interval(days => ${WISH_DAYS})`);

/** The condition that a wish counts: it is recent, and its operator still has a role that allows the act. */
const counts = (db: Reader): SQL | undefined =>
  and(
    recently,
    exists(
      db
        .select({ one: sql`1` })
        .from(operators)
        .where(
          and(
            eq(operators.pseudonym, secondedActs.operator),
            sql`${operators.endedAt} is null`,
            inArray(operators.role, ROLES_OF_WISHES),
          ),
        ),
    ),
  );

const isOf = ({ act, subject }: Wish) => and(eq(secondedActs.act, act), eq(secondedActs.subject, subject));

/** Thrown for the first of two operators. */
class FirstOfTwo extends ServiceError {
  readonly wish: Wish & { operator: string };

  constructor(wish: Wish & { operator: string }) {
    super("conflict", `Recorded, but not done yet: a second operator must do the same within ${WISH_DAYS} days.`);
    this.wish = wish;
  }
}

/** Returns the operator that the setting concerns. What an approval allowed earlier needs no second one again. */
const operatorOf = (caller: Caller, { act }: Wish) =>
  settings().TWO_OPERATORS.includes(act) && isOperator(caller) && !caller.approvedEarlier ? caller.operator : undefined;

/**
 * Uses up the wish of another operator, in the transaction of the act. Call it after every other check, inside
 * {@link withSecond}.
 * @returns the first operator's name in acts; undefined if one operator is enough
 * @throws ServiceError `conflict` for the first one
 */
export async function assertSecond(
  tx: Transaction,
  { caller }: Pick<Context, "caller">,
  wish: Wish,
): Promise<string | undefined> {
  const operator = operatorOf(caller, wish);
  if (operator === undefined) return undefined;
  const [first] = await tx
    .delete(secondedActs)
    .where(and(isOf(wish), ne(secondedActs.operator, operator), counts(tx)))
    .returning();
  if (!first) throw new FirstOfTwo({ ...wish, operator });
  return `operator:${first.operator}`;
}

/** Stores a wish. @returns false if another operator has one that counts, who was first at the same time */
async function recordWish(db: Database, { act, subject, operator }: FirstOfTwo["wish"]): Promise<boolean> {
  const wish = { operator, at: sql`now()` };
  const stored = await db
    .insert(secondedActs)
    .values({ act, subject, ...wish })
    .onConflictDoUpdate({
      target: [secondedActs.act, secondedActs.subject],
      set: wish,
      setWhere: sql`${secondedActs.operator} = ${operator} or not (${counts(db)})`,
    })
    .returning();
  return stored.length > 0;
}

/** Runs an act that may need a second operator, and records the wish of the first one. */
export async function withSecond<T>({ db }: Pick<Context, "db">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FirstOfTwo)) throw error;
    if (await recordWish(db, error.wish)) throw error;
    return work();
  }
}

/** Deletes wishes that are too old to count. */
export async function forgetWishes(db: Database, now: SQL): Promise<void> {
  await db.delete(secondedActs).where(lt(secondedActs.at, sql`${now} - make_interval(days => ${WISH_DAYS})`));
}
