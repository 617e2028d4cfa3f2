import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { type SourceRow, sources } from "@/lib/database/schema/sources";

/** The duration of a lease, which a fetch renews. Longer than a fetch may take over the network. */
const LEASE_MINUTES = 15;
const until = sql`now() + make_interval(mins => ${LEASE_MINUTES})`;

export type LeasedSource = SourceRow & { lease: string };

/** Leases a source that is not being fetched, by one conditional update, so only one instance gets it. */
async function take({ db }: Context, which: SQL): Promise<LeasedSource | null> {
  const [taken] = await db
    .update(sources)
    .set({ lease: sql`gen_random_uuid()`, leasedUntil: until })
    .where(which)
    .returning();
  return taken?.lease ? { ...taken, lease: taken.lease } : null;
}

const isFree = or(isNull(sources.leasedUntil), lte(sources.leasedUntil, sql`now()`));

/** Leases the active source that has been due for longest. Returns null if none is due. */
export function leaseDueSource(ctx: Context): Promise<LeasedSource | null> {
  const due = ctx.db
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.state, "active"), lte(sources.nextAt, sql`now()`), isFree))
    .orderBy(sources.nextAt)
    .limit(1)
    .for("update", { skipLocked: true });
  return take(ctx, sql`${sources.id} = (${due})`);
}

/** Leases a source even if it is not due. Returns null if it is not active, or is being fetched. */
export function leaseSource(ctx: Context, id: string): Promise<LeasedSource | null> {
  return take(ctx, sql`${and(eq(sources.id, id), eq(sources.state, "active"), isFree)}`);
}

/** The condition under which a fetch may still store its results. */
export const stillLeased = ({ id, lease }: LeasedSource) => and(eq(sources.id, id), eq(sources.lease, lease));

/** Renews a lease. @returns false if the source was paused or removed, or another instance has it */
export async function keepLease({ db }: Context, source: LeasedSource): Promise<boolean> {
  const kept = await db
    .update(sources)
    .set({ leasedUntil: until })
    .where(stillLeased(source))
    .returning({ id: sources.id });
  return kept.length > 0;
}

/** Ends a lease without storing a result. @param afterMinutes the least time until the next fetch */
export async function releaseLease({ db }: Context, source: LeasedSource, afterMinutes = 0): Promise<void> {
  const nextAt = sql`greatest(${sources.nextAt}, now() + make_interval(mins => ${afterMinutes}))`;
  await db.update(sources).set({ lease: null, leasedUntil: null, nextAt }).where(stillLeased(source));
}
