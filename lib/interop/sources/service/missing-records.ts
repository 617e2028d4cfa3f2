import { and, asc, count, desc, eq, gte, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { offered } from "@/lib/database/offered";
import type { Transaction } from "@/lib/database/open";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { type SourceRow, sourceRecords, sources } from "@/lib/database/schema/sources";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { conflict, ServiceError } from "@/lib/foundation/errors";
import { authorize } from "@/lib/identity/permissions";
import { MISSING_AFTER_FETCHES, MISSING_AFTER_MINUTES, needsConfirmation } from "../rules";
import type { WithdrawalEffect } from "../view";
import { isListCredible } from "./peer-status";

type Writer = Context["db"] | Transaction;

/** Agents that a preview names, those of the highest score. */
const GONE_SHOWN = 10;

const isOf = (sourceId: string) => and(eq(sourceRecords.sourceId, sourceId), isNull(sourceRecords.goneAt));
const among = (dids: readonly string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb))`;

/**
 * Stores which records a source lists. From a complete list, also stores which are missing. An agent that the feed
 * reported as inactive counts as present only if the list is credible (`isListCredible`).
 */
export async function markPresence(
  db: Writer,
  { id, kind }: Pick<SourceRow, "id" | "kind">,
  present: readonly string[],
  complete: boolean,
): Promise<void> {
  await db
    .update(sourceRecords)
    .set({ missing: 0, missingSince: null, inactiveThereAt: null })
    .where(
      and(
        eq(sourceRecords.sourceId, id),
        sql`(missing > 0 or inactive_there_at is not null) and did in ${among(present)}`,
        isListCredible(kind),
      ),
    );
  if (complete) await noteMissing(db, and(isOf(id), sql`did not in ${among(present)}`));
}

/** Counts the missing records again, because the list has not changed since the previous fetch. */
export function markStillMissing(db: Writer, sourceId: string) {
  return noteMissing(db, and(isOf(sourceId), sql`missing > 0`));
}

async function noteMissing(db: Writer, which: SQL | undefined): Promise<void> {
  await db
    .update(sourceRecords)
    .set({ missing: sql`missing + 1`, missingSince: sql`coalesce(missing_since, now())` })
    .where(which);
}

/** Marks records as gone without further fetches, because the source itself reports them as deleted. */
export async function markDeleted(db: Writer, sourceId: string, dids: readonly string[]): Promise<void> {
  if (dids.length === 0) return;
  const missingSince = sql`now() - make_interval(mins => ${MISSING_AFTER_MINUTES})`;
  await db
    .update(sourceRecords)
    .set({ missing: MISSING_AFTER_FETCHES, missingSince })
    .where(and(isOf(sourceId), sql`did in ${among(dids)}`));
}

/** Finds the gone records among those in use that the source may write. `of` is the number of all those. */
async function findGone({ db }: Context, sourceId: string): Promise<{ dids: string[]; of: number }> {
  const mayWrite = and(eq(agents.ownerKind, "operator"), sql`(${sources.members} or ${agents.listed} is not null)`);
  const inUse = and(isOf(sourceId), mayWrite, offered());
  const isLong = lte(sourceRecords.missingSince, sql`now() - make_interval(mins => ${MISSING_AFTER_MINUTES})`);
  const rows = await db
    .select({
      did: sourceRecords.did,
      gone: sql<boolean>`${and(gte(sourceRecords.missing, MISSING_AFTER_FETCHES), isLong)}`,
    })
    .from(sourceRecords)
    .innerJoin(agents, eq(agents.did, sourceRecords.did))
    .innerJoin(sources, eq(sources.id, sourceRecords.sourceId))
    .where(inUse);
  return { dids: rows.filter(({ gone }) => gone).map(({ did }) => did), of: rows.length };
}

/** @throws ServiceError `conflict` if the number of gone records has changed since an operator saw it */
export async function assertStillGone(ctx: Context, sourceId: string, seen: number): Promise<void> {
  const { length } = (await findGone(ctx, sourceId)).dids;
  if (length !== seen) throw conflict(`Now ${length} agents are missing, and not ${seen}. Load the page again.`);
}

/** Returns what ends if an operator accepts the withdrawal of a source's missing agents. */
export async function previewGone(ctx: Context, sourceId: string): Promise<WithdrawalEffect> {
  authorize(ctx.caller, "source.read");
  const { dids } = await findGone(ctx, sourceId);
  const isGone = sql`${agents.did} in ${among(dids)}`;
  const [tiers, shown, tokens] = await Promise.all([
    ctx.db
      .select({ tier: agents.trustTier, count: count() })
      .from(agents)
      .where(isGone)
      .groupBy(agents.trustTier)
      .orderBy(desc(agents.trustTier)),
    ctx.db
      .select({ did: agents.did, name: agents.name, tier: agents.trustTier })
      .from(agents)
      .where(isGone)
      .orderBy(desc(agents.trustScore), asc(agents.did))
      .limit(GONE_SHOWN),
    ctx.db.$count(credentials, and(sql`${credentials.did} in ${among(dids)}`, isActiveCredential(ctx.clock()))),
  ]);
  return { agents: dids.length, tiers, shown, tokens };
}

async function writesOf({ db }: Context, sourceId: string): Promise<{ asMember: boolean }> {
  const [source] = await db.select({ asMember: sources.members }).from(sources).where(eq(sources.id, sourceId));
  return source ?? { asMember: false };
}

/** Errors of a move that another owner or another status of the agent causes. */
const MOVED_ON: readonly string[] = ["notFound", "didMismatch", "didTaken", "reservedMethod", "conflict"];

/**
 * Withdraws or restores an agent.
 * @returns false if its owner or status has changed in the meantime
 * @throws other errors, such as `clockSkew`, so the change is not lost
 */
async function move(
  ctx: Context,
  writes: { asMember: boolean },
  { did, withdrawn, reason }: { did: string; withdrawn: boolean; reason: string },
): Promise<boolean> {
  try {
    await withdrawAgent(ctx, { did, withdrawn, reason }, { copy: writes });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && MOVED_ON.includes(error.kind)) return false;
    throw error;
  }
}

/**
 * Withdraws the gone records of a source. Call it only after a complete list, with `among`, or after an operator's
 * decision.
 * @param options `decided`: an operator has accepted the number; `among`: only these, which the source reports as
 *   deleted; `before`: the number of recent withdrawals, which count too
 * @returns the number of withdrawn agents, or the numbers for an operator's decision if there are too many
 */
export async function withdrawMissing(
  ctx: Context,
  sourceId: string,
  {
    decided = false,
    among,
    before = 0,
    reason = "The list that it came from no longer contains it.",
  }: { decided?: boolean; among?: readonly string[]; before?: number; reason?: string } = {},
): Promise<number | { gone: number; of: number }> {
  const found = await findGone(ctx, sourceId);
  const { of } = found;
  const dids = found.dids.filter((did) => among?.includes(did) ?? true);
  if (!decided && dids.length > 0 && needsConfirmation(dids.length + before, of + before))
    return { gone: dids.length, of };
  let withdrawn = 0;
  const writes = await writesOf(ctx, sourceId);
  for (const did of dids) {
    if (!(await move(ctx, writes, { did, withdrawn: true, reason }))) continue;
    await ctx.db.update(sourceRecords).set({ goneAt: sql`now()` }).where(eq(sourceRecords.did, did));
    withdrawn += 1;
  }
  return withdrawn;
}

/** Restores agents that the source lists again, if it was the source that withdrew them. @returns how many */
export async function restoreReturned(
  ctx: Context,
  sourceId: string,
  present: readonly string[],
  reason = "The list that it came from contains it again.",
): Promise<number> {
  if (present.length === 0) return 0;
  const rows = await ctx.db
    .select({ did: sourceRecords.did })
    .from(sourceRecords)
    .where(
      and(
        ...[
          eq(sourceRecords.sourceId, sourceId),
          isNotNull(sourceRecords.goneAt),
          isNull(sourceRecords.inactiveThereAt),
        ],
        sql`${sourceRecords.did} in ${among(present)}`,
      ),
    );
  let returned = 0;
  const writes = await writesOf(ctx, sourceId);
  for (const { did } of rows) {
    if (await move(ctx, writes, { did, withdrawn: false, reason })) returned += 1;
    // A suspended agent is withdrawn again after its suspension. Then it can still be restored.
    await ctx.db
      .update(sourceRecords)
      .set({ goneAt: null })
      .where(and(eq(sourceRecords.did, did), sql`(select status from ${agents} where did = ${did}) <> 'suspended'`));
  }
  return returned;
}

/** Keeps the missing records after an operator's decision. They count as present. */
export async function keepMissing(db: Writer, sourceId: string): Promise<void> {
  await db
    .update(sourceRecords)
    .set({ missing: 0, missingSince: null, inactiveThereAt: null })
    .where(and(isOf(sourceId), sql`missing > 0`));
}
