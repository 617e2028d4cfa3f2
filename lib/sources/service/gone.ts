import { and, eq, gte, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { withdrawAgent } from "@/lib/agents/service/withdraw";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { agents } from "@/lib/db/schema/agents";
import { sourceRecords } from "@/lib/db/schema/sources";
import { ServiceError } from "@/lib/errors";
import { asksWhether, GONE_AFTER_FETCHES, GONE_AFTER_MINUTES } from "../rules";

type Writer = Context["db"] | Transaction;

const isOf = (sourceId: string) => and(eq(sourceRecords.sourceId, sourceId), isNull(sourceRecords.goneAt));
const listed = (dids: readonly string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb))`;

/** Notes which records a source has, and of a whole list which it has not. */
export async function notePresence(db: Writer, sourceId: string, present: readonly string[], complete: boolean) {
  await db
    .update(sourceRecords)
    .set({ missing: 0, missingSince: null })
    .where(and(eq(sourceRecords.sourceId, sourceId), sql`missing > 0 and did in ${listed(present)}`));
  if (complete) await noteMissing(db, and(isOf(sourceId), sql`did not in ${listed(present)}`));
}

/** Notes that the same records are missing as in the fetch before, because nothing has changed. */
export function noteStillMissing(db: Writer, sourceId: string) {
  return noteMissing(db, and(isOf(sourceId), sql`missing > 0`));
}

async function noteMissing(db: Writer, which: SQL | undefined): Promise<void> {
  await db
    .update(sourceRecords)
    .set({ missing: sql`missing + 1`, missingSince: sql`coalesce(missing_since, now())` })
    .where(which);
}

/** Notes that a source itself says of records that they are gone: no further fetch is waited for. */
export async function noteDeleted(db: Writer, sourceId: string, dids: readonly string[]): Promise<void> {
  if (dids.length === 0) return;
  const missingSince = sql`now() - make_interval(mins => ${GONE_AFTER_MINUTES})`;
  await db
    .update(sourceRecords)
    .set({ missing: GONE_AFTER_FETCHES, missingSince })
    .where(and(isOf(sourceId), sql`did in ${listed(dids)}`));
}

/** The records that a source has no more, of those that operators own and that are in use; and how many there are. */
async function findGone({ db }: Context, sourceId: string): Promise<{ dids: string[]; of: number }> {
  const inUse = and(isOf(sourceId), eq(agents.ownerKind, "operator"), eq(agents.status, "active"));
  const isLong = lte(sourceRecords.missingSince, sql`now() - make_interval(mins => ${GONE_AFTER_MINUTES})`);
  const rows = await db
    .select({
      did: sourceRecords.did,
      gone: sql<boolean>`${and(gte(sourceRecords.missing, GONE_AFTER_FETCHES), isLong)}`,
    })
    .from(sourceRecords)
    .innerJoin(agents, eq(agents.did, sourceRecords.did))
    .where(inUse);
  return { dids: rows.filter(({ gone }) => gone).map(({ did }) => did), of: rows.length };
}

/** Withdraws or brings back an agent. @returns false where its owner or its state is another by now */
async function move(ctx: Context, did: string, withdrawn: boolean): Promise<boolean> {
  const reason = withdrawn ? "The list that it came from has it no more." : "The list that it came from has it again.";
  try {
    await withdrawAgent(ctx, { did, withdrawn, reason }, { isFollowed: true });
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/**
 * Withdraws the records that a source has no more. Only a whole list tells that, so where one is read, or an operator decides.
 * @param options `decided`: an operator has accepted that it is so many; `among`: only these, which the source calls deleted
 * @returns how many were; or, where they are so many that an operator must decide, that
 */
export async function withdrawGone(
  ctx: Context,
  sourceId: string,
  { decided = false, among }: { decided?: boolean; among?: readonly string[] } = {},
): Promise<number | { gone: number; of: number }> {
  const found = await findGone(ctx, sourceId);
  const { of } = found;
  const dids = found.dids.filter((did) => among?.includes(did) ?? true);
  if (!decided && asksWhether(dids.length, of)) return { gone: dids.length, of };
  let withdrawn = 0;
  for (const did of dids) {
    if (!(await move(ctx, did, true))) continue;
    await ctx.db.update(sourceRecords).set({ goneAt: sql`now()` }).where(eq(sourceRecords.did, did));
    withdrawn += 1;
  }
  return withdrawn;
}

/** Brings back what was withdrawn because a source had it no more, and has it again. @returns how many */
export async function bringBack(ctx: Context, sourceId: string, present: readonly string[]): Promise<number> {
  const rows = await ctx.db
    .select({ did: sourceRecords.did })
    .from(sourceRecords)
    .where(and(eq(sourceRecords.sourceId, sourceId), isNotNull(sourceRecords.goneAt), sql`did in ${listed(present)}`));
  let returned = 0;
  for (const { did } of rows) {
    if (await move(ctx, did, false)) returned += 1;
    await ctx.db.update(sourceRecords).set({ goneAt: null }).where(eq(sourceRecords.did, did));
  }
  return returned;
}

/** Keeps the records that seemed gone, as an operator decided: they count as seen. */
export async function keepGone(db: Writer, sourceId: string): Promise<void> {
  await db
    .update(sourceRecords)
    .set({ missing: 0, missingSince: null })
    .where(and(isOf(sourceId), sql`missing > 0`));
}
