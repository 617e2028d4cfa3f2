import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isFree, type Leased, leasedRow, NO_LEASE, newLease, secondsFromNow } from "@/lib/database/leases";
import { type SourceRow, sources } from "@/lib/database/schema/sources";

/** The duration of a lease, which a fetch renews. Longer than a fetch may take over the network. */
const LEASE_SECONDS = 15 * 60;

export type LeasedSource = Leased<SourceRow>;

/** Leases a source that is not being fetched, by one conditional update, so only one instance gets it. */
async function take({ db }: Context, which: SQL): Promise<LeasedSource | null> {
  return leasedRow(await db.update(sources).set(newLease(LEASE_SECONDS)).where(which).returning());
}

/** Leases the active source that has been due for longest. Returns null if none is due. */
export function leaseDueSource(ctx: Context): Promise<LeasedSource | null> {
  const due = ctx.db
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.state, "active"), lte(sources.nextAt, sql`now()`), isFree(sources)))
    .orderBy(sources.nextAt)
    .limit(1)
    .for("update", { skipLocked: true });
  return take(ctx, sql`${sources.id} = (${due})`);
}

/** Leases a source even if it is not due. Returns null if it is not active, or is being fetched. */
export function leaseSource(ctx: Context, id: string): Promise<LeasedSource | null> {
  return take(ctx, sql`${and(eq(sources.id, id), eq(sources.state, "active"), isFree(sources))}`);
}

/** The condition under which a fetch may still store its results. */
export const stillLeased = ({ id, lease }: LeasedSource) => and(eq(sources.id, id), eq(sources.lease, lease));

/** Renews a lease. @returns false if the source was paused or removed, or another instance has it */
export async function keepLease({ db }: Context, source: LeasedSource): Promise<boolean> {
  const kept = await db
    .update(sources)
    .set({ leasedUntil: secondsFromNow(LEASE_SECONDS) })
    .where(stillLeased(source))
    .returning({ id: sources.id });
  return kept.length > 0;
}

/** Ends a lease without storing a result. @param afterMinutes the least time until the next fetch */
export async function releaseLease({ db }: Context, source: LeasedSource, afterMinutes = 0): Promise<void> {
  const nextAt = sql`greatest(${sources.nextAt}, now() + make_interval(mins => ${afterMinutes}))`;
  await db
    .update(sources)
    .set({ ...NO_LEASE, nextAt })
    .where(stillLeased(source));
}
