import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { type FollowedFeedRow, followedFeeds, type SourceRow, sources } from "@/lib/database/schema/sources";
import { feedAddress } from "../feed-rules";

/** The duration of a poll's lease. Longer than a poll may take over the network. */
const LEASE_MINUTES = 2;

export type LeasedFeed = FollowedFeedRow & { lease: string };
type Writer = Context["db"] | Transaction;

/** Adds the change feed of a source's federation to the followed feeds. Whether it exists is checked later. */
export async function followFeedOf(tx: Transaction, source: Pick<SourceRow, "id" | "address">): Promise<void> {
  await tx.insert(followedFeeds).values({ sourceId: source.id, address: feedAddress(source.address) });
}

/**
 * Leases the feed of an active source that has been due for longest. Only one instance gets it. Returns null if none is
 * due.
 */
export async function leaseDueFeed({ db }: Context): Promise<LeasedFeed | null> {
  const isFree = or(isNull(followedFeeds.leasedUntil), lte(followedFeeds.leasedUntil, sql`now()`));
  const due = db
    .select({ id: followedFeeds.sourceId })
    .from(followedFeeds)
    .innerJoin(sources, eq(sources.id, followedFeeds.sourceId))
    .where(and(eq(sources.state, "active"), lte(followedFeeds.nextAt, sql`now()`), isFree))
    .orderBy(followedFeeds.nextAt)
    .limit(1)
    .for("update", { of: followedFeeds, skipLocked: true });
  const [taken] = await db
    .update(followedFeeds)
    .set({ lease: sql`gen_random_uuid()`, leasedUntil: sql`now() + make_interval(mins => ${LEASE_MINUTES})` })
    .where(sql`${followedFeeds.sourceId} = (${due})`)
    .returning();
  return taken?.lease ? { ...taken, lease: taken.lease } : null;
}

interface Polled extends Partial<Pick<FollowedFeedRow, "found" | "cursor" | "failures">> {
  responded: boolean;
  pauseSeconds: number;
}

/** Stores the result of a poll and ends its lease. @returns false if the lease was lost in the meantime */
export async function finishPoll(db: Writer, feed: LeasedFeed, polled: Polled): Promise<boolean> {
  const { responded, pauseSeconds, ...fields } = polled;
  const kept = await db
    .update(followedFeeds)
    .set({
      ...fields,
      ...(responded ? { checkedAt: sql`now()` } : {}),
      lease: null,
      leasedUntil: null,
      nextAt: sql`now() + make_interval(secs => ${pauseSeconds})`,
    })
    .where(and(eq(followedFeeds.sourceId, feed.sourceId), eq(followedFeeds.lease, feed.lease)))
    .returning({ id: followedFeeds.sourceId });
  return kept.length > 0;
}

/** Returns the cursor up to which a source's feed was read; null if it was not read yet, or there is none. */
export async function feedCursor({ db }: Context, sourceId: string): Promise<string | null> {
  const [row] = await db
    .select({ cursor: followedFeeds.cursor })
    .from(followedFeeds)
    .where(eq(followedFeeds.sourceId, sourceId));
  return row?.cursor ?? null;
}

/**
 * Sets a feed back to its cursor from before a fetch of the list. The list may have restored agents that were suspended
 * while it was read. A running poll can then store nothing more.
 */
export async function rewindFeed(tx: Transaction, sourceId: string, cursor: string | null): Promise<void> {
  await tx
    .update(followedFeeds)
    .set({ cursor, lease: null, leasedUntil: null, nextAt: sql`least(${followedFeeds.nextAt}, now())` })
    .where(and(eq(followedFeeds.sourceId, sourceId), eq(followedFeeds.found, true)));
}
