import { and, eq, lte, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isFree, type Leased, leasedRow, NO_LEASE, newLease, secondsFromNow } from "@/lib/database/leases";
import type { Transaction } from "@/lib/database/open";
import { type FollowedFeedRow, followedFeeds, type SourceRow, sources } from "@/lib/database/schema/sources";
import { feedAddress } from "../feed-rules";

/** The duration of a poll's lease. Longer than a poll may take over the network. */
const LEASE_SECONDS = 2 * 60;

export type LeasedFeed = Leased<FollowedFeedRow>;
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
  const due = db
    .select({ id: followedFeeds.sourceId })
    .from(followedFeeds)
    .innerJoin(sources, eq(sources.id, followedFeeds.sourceId))
    .where(and(eq(sources.state, "active"), lte(followedFeeds.nextAt, sql`now()`), isFree(followedFeeds)))
    .orderBy(followedFeeds.nextAt)
    .limit(1)
    .for("update", { of: followedFeeds, skipLocked: true });
  const isNext = sql`${followedFeeds.sourceId} = (${due})`;
  return leasedRow(await db.update(followedFeeds).set(newLease(LEASE_SECONDS)).where(isNext).returning());
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
      ...NO_LEASE,
      nextAt: secondsFromNow(pauseSeconds),
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
    .set({ cursor, ...NO_LEASE, nextAt: sql`least(${followedFeeds.nextAt}, now())` })
    .where(and(eq(followedFeeds.sourceId, sourceId), eq(followedFeeds.found, true)));
}
