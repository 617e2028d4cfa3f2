import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type SourceRow, sources } from "@/lib/db/schema/sources";

/** How long a fetch has its source without a sign of life. Longer than a fetch may take over the network. */
const LEASE_MINUTES = 15;
const until = sql`now() + make_interval(mins => ${LEASE_MINUTES})`;

export type LeasedSource = SourceRow & { lease: string };

/** Takes a source that nobody fetches, by one conditional update: of all instances one has it. */
async function take({ db }: Context, which: SQL): Promise<LeasedSource | null> {
  const [taken] = await db
    .update(sources)
    .set({ lease: sql`gen_random_uuid()`, leasedUntil: until })
    .where(which)
    .returning();
  return taken?.lease ? { ...taken, lease: taken.lease } : null;
}

const isFree = or(isNull(sources.leasedUntil), lte(sources.leasedUntil, sql`now()`));

/** Takes the active source that has been due for longest; null where none is. */
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

/** Takes this source, due or not; null where it is not active, or is being fetched. */
export function leaseSource(ctx: Context, id: string): Promise<LeasedSource | null> {
  return take(ctx, sql`${and(eq(sources.id, id), eq(sources.state, "active"), isFree)}`);
}

const isHeld = ({ id, lease }: LeasedSource) => and(eq(sources.id, id), eq(sources.lease, lease));

/** Keeps a source for longer. @returns false where somebody paused or removed it, or another has taken it */
export async function keepLease({ db }: Context, source: LeasedSource): Promise<boolean> {
  const kept = await db.update(sources).set({ leasedUntil: until }).where(isHeld(source)).returning({ id: sources.id });
  return kept.length > 0;
}

/** The condition under which a fetch may still store what came of it. */
export const stillLeased = isHeld;

/** Gives a source back with nothing stored. @param afterMinutes how long it then rests */
export async function releaseLease({ db }: Context, source: LeasedSource, afterMinutes = 0): Promise<void> {
  const nextAt = sql`greatest(${sources.nextAt}, now() + make_interval(mins => ${afterMinutes}))`;
  await db.update(sources).set({ lease: null, leasedUntil: null, nextAt }).where(isHeld(source));
}
