import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/database/open";
import { secondedActs } from "@/lib/database/schema/work";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { type Caller, credentialOf, isOperator } from "@/lib/identity/permissions";
import type { Context } from "./context";

/** How long the wish of a first operator counts. */
export const WISH_DAYS = 7;

/** Something that two operators must want, if `TWO_OPERATORS` names it. */
interface Wish {
  act: "t4" | "erasure";
  /** What it is about: a DID, the id of an anchor, or the name of a record. */
  subject: string;
}

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
  settings().TWO_OPERATORS.includes(act) && isOperator(caller) && credentialOf(caller) !== null
    ? caller.operator
    : undefined;

/**
 * Uses up the wish of another operator, in the transaction of the act. Call it after every other check.
 * @returns the first operator's name in acts; undefined if one operator is enough
 * @throws ServiceError `conflict` for the first one; {@link withSecond} then records the wish
 */
export async function assertSecond(
  tx: Transaction,
  { caller }: Pick<Context, "caller">,
  wish: Wish,
): Promise<string | undefined> {
  const operator = operatorOf(caller, wish);
  if (operator === undefined) return undefined;
  const { act, subject, at } = secondedActs;
  const [first] = await tx
    .delete(secondedActs)
    .where(
      and(
        ...[eq(act, wish.act), eq(subject, wish.subject), ne(secondedActs.operator, operator)],
        gt(at, sql`now() - make_interval(days => ${WISH_DAYS})`),
      ),
    )
    .returning();
  if (!first) throw new FirstOfTwo({ ...wish, operator });
  return `operator:${first.operator}`;
}

async function recordWish(db: Database, { act, subject, operator }: FirstOfTwo["wish"]): Promise<void> {
  const wish = { operator, at: sql`now()` };
  await db
    .insert(secondedActs)
    .values({ act, subject, ...wish })
    .onConflictDoUpdate({ target: [secondedActs.act, secondedActs.subject], set: wish });
}

/** Runs an act that may need a second operator, and records the wish of the first one. */
export async function withSecond<T>({ db }: Pick<Context, "db">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FirstOfTwo) await recordWish(db, error.wish);
    throw error;
  }
}
