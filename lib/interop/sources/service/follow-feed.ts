import { and, eq, sql } from "drizzle-orm";
import { type Context, systemContext } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { sources } from "@/lib/database/schema/sources";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { type FeedPage, feedPauseSeconds } from "../feed-rules";
import { finishPoll, type LeasedFeed, leaseDueFeed } from "./feed-lease";
import { type FeedResponse, fetchFeed } from "./fetch-feed";
import { markDeleted, restoreReturned, withdrawMissing } from "./missing-records";
import { countRecentlyGone, forgetStatuses, recordActiveAgain, recordInactive } from "./peer-status";
import type { FetchExternal } from "./read-body";

/** Pages that one poll reads. If more follow, the next poll is due at once. */
const MAX_PAGES = 5;
const GONE_THERE = "The federation that it came from suspended or withdrew it.";
const BACK_THERE = "The federation that it came from made it active again.";

/** Stops a source because too many of its agents are gone. An operator must decide. */
async function stopAndAsk(ctx: Context, sourceId: string, asks: { gone: number; of: number }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [stopped] = await tx
      .update(sources)
      .set({ state: "asking", asks: { ...asks, at: ctx.clock().toISOString() } })
      .where(and(eq(sources.id, sourceId), eq(sources.state, "active")))
      .returning();
    if (!stopped) return;
    const { host } = new URL(stopped.address);
    const act = { kind: "source.stopped", actor: "system", subject: `source:${sourceId}`, details: { host, ...asks } };
    await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
  });
}

/**
 * Applies a page's changes to agents that came from this source, and to no others. Repeating it changes nothing.
 * @returns false if an operator must decide first
 */
async function applyPage(ctx: Context, sourceId: string, { agents }: FeedPage): Promise<boolean> {
  const named = (wanted: "gone" | "back") => [...agents].flatMap(([did, state]) => (state === wanted ? [did] : []));
  const { back, gone } = await ctx.db.transaction(async (tx) => {
    const dids = await recordInactive(tx, sourceId, named("gone"));
    await markDeleted(tx, sourceId, dids);
    return { gone: dids, back: await recordActiveAgain(tx, sourceId, named("back")) };
  });
  await restoreReturned(ctx, sourceId, back, BACK_THERE);
  if (gone.length === 0) return true;
  const before = await countRecentlyGone(ctx.db, sourceId);
  const outcome = await withdrawMissing(ctx, sourceId, { among: gone, before, reason: GONE_THERE });
  if (typeof outcome === "number") return true;
  await stopAndAsk(ctx, sourceId, outcome);
  return false;
}

/** Starts again at the oldest change, and makes the complete list due, because changes were missed. */
async function startAgain(ctx: Context, feed: LeasedFeed, oldest: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const polled = { found: true, cursor: oldest, failures: 0, responded: true, pauseSeconds: 0 };
    if (!(await finishPoll(tx, feed, polled))) return;
    await forgetStatuses(tx, feed.sourceId);
    await tx.update(sources).set({ etag: null, since: null, nextAt: sql`now()` }).where(eq(sources.id, feed.sourceId));
  });
}

/** Stores that a feed failed, or that there is none. */
async function finishWithout(
  ctx: Context,
  feed: LeasedFeed,
  response: Exclude<FeedResponse, { page: FeedPage }>,
  cursor: string | null,
): Promise<void> {
  const failures = feed.failures + 1;
  // A known feed is not given up because of one response such as 404.
  const found = feed.found || !("absent" in response);
  const retryAfterSeconds = "failed" in response ? response.retryAfterSeconds : undefined;
  const pauseSeconds = feedPauseSeconds(found, failures, retryAfterSeconds);
  await finishPoll(ctx.db, feed, { responded: false, found: feed.found, cursor, failures, pauseSeconds });
}

async function poll(ctx: Context, feed: LeasedFeed, ask: FetchExternal, ended?: AbortSignal): Promise<void> {
  let { cursor } = feed;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const response = await fetchFeed({ address: feed.address, cursor }, ask, ended);
    if ("oldest" in response && response.oldest !== cursor) return startAgain(ctx, feed, response.oldest);
    if (!("page" in response)) return finishWithout(ctx, feed, response, cursor);
    const { page } = response;
    const goesOn = await applyPage(ctx, feed.sourceId, page);
    const isLast = !page.more || page.cursor === cursor || !goesOn;
    cursor = page.cursor;
    if (isLast) break;
    if (pages === MAX_PAGES - 1) return void (await finish(ctx, feed, cursor, 0));
  }
  await finish(ctx, feed, cursor, feedPauseSeconds(true, 0));
}

const finish = (ctx: Context, feed: LeasedFeed, cursor: string | null, pauseSeconds: number) =>
  finishPoll(ctx.db, feed, { responded: true, found: true, cursor, failures: 0, pauseSeconds });

/**
 * Reads the change feed that has been due for longest and that no other instance is reading, and applies its changes.
 * @param ask sends the requests; @param ended aborts them
 * @returns whether a feed was due
 */
export async function runDueFeed(db: Database, ask: FetchExternal, ended?: AbortSignal): Promise<boolean> {
  const ctx = systemContext(db);
  const feed = await leaseDueFeed(ctx);
  if (!feed) return false;
  try {
    await poll(ctx, feed, ask, ended);
  } catch (error) {
    // A failure of this service, not of the feed. Applying the same changes again has no effect.
    await finishPoll(ctx.db, feed, { responded: false, pauseSeconds: feedPauseSeconds(true, feed.failures + 1) });
    throw error;
  }
  return true;
}
