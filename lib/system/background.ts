import { type Context, systemContext } from "@/lib/authority/context";
import { recordUse } from "@/lib/authority/key-change";
import { isCaughtUp, setOldProcesses } from "@/lib/database/bus";
import { openDatabase } from "@/lib/database/open";
import { findOldProcesses, forgetChanges } from "@/lib/database/recent-changes";
import { lifecycle } from "@/lib/edge/lifecycle";
import { checkAgents } from "@/lib/features/agents/liveness/service/check";
import { deriveTags } from "@/lib/features/agents/service/derive-tags";
import { listCopies } from "@/lib/features/agents/service/list-copies";
import { followAgents } from "@/lib/features/agents/service/rank-agents";
import { embedAnchors } from "@/lib/features/anchors/service/embeddings";
import { retireKeys } from "@/lib/features/anchors/service/key-changes";
import { indexAnchors } from "@/lib/features/anchors/service/search-index";
import { recheckDomains } from "@/lib/features/domains/service/recheck";
import { resealSecrets } from "@/lib/features/events/webhooks/service/reseal";
import { sendDigests } from "@/lib/features/queues/digests/service/send";
import { minuteOf } from "@/lib/features/status/rules/status";
import { checkMinute } from "@/lib/features/status/service/checks";
import { checkComponents } from "@/lib/features/status/service/components";
import { LatencyRecorder } from "@/lib/features/status/service/latencies";
import { utcDay } from "@/lib/features/trust/rules";
import { refreshStaleTrust } from "@/lib/features/trust/service/standing";
import { log } from "@/lib/foundation/log";
import { startLoop } from "@/lib/foundation/loop";
import { reasonOf } from "@/lib/foundation/reason";
import { runDueFeed } from "@/lib/interop/sources/service/follow-feed";
import { runDueSource } from "@/lib/interop/sources/service/run-source";
import { CLOCK_CHECK_MILLISECONDS, checkClock, MAX_SKEW_MILLISECONDS } from "@/lib/ledger/clock";
import { fetchExternal } from "@/lib/outgoing/request";
import { PUBLIC_PAGES } from "@/lib/portal/public-pages";
import { anchorEmbedder } from "@/lib/search/service/get-embedder";
import { eraseExpired } from "./erase-expired";

const DAY_INTERVAL_MILLISECONDS = 60_000;
/** Twice as often as a signature needs it, so none waits for it. */
const KEY_USE_MILLISECONDS = 30_000;
const DIGEST_INTERVAL_MILLISECONDS = 30_000;
const INDEX_INTERVAL_MILLISECONDS = 2_000;
const FOLLOWING_INTERVAL_MILLISECONDS = 1_000;
const CHANGES_INTERVAL_MILLISECONDS = 10_000;
/** Every process reads the changes more often than they are deleted. */
const FORGET_CHANGES_MILLISECONDS = 60_000;
const ERASURE_INTERVAL_MILLISECONDS = 3_600_000;
const DOMAIN_INTERVAL_MILLISECONDS = 60_000;
const LIVENESS_INTERVAL_MILLISECONDS = 15_000;
const CHECK_INTERVAL_MILLISECONDS = 2_000;
const LATENCY_INTERVAL_MILLISECONDS = 60_000;
const SOURCE_INTERVAL_MILLISECONDS = 5_000;
const FEED_INTERVAL_MILLISECONDS = 2_000;
/** Feeds that one instance reads at a time. A federation that does not respond uses one of them for some seconds. */
const FEEDS_AT_ONCE = 8;
/** Long, because no caller waits for the minute's check, and a short overload is no outage. */
const CHECK_DEADLINE_MILLISECONDS = 10_000;

/**
 * Runs a task at intervals, after the database is prepared.
 * @param failed the log event for a failed run
 * @param atOnce whether the first run starts without waiting for an interval
 */
function runEvery(milliseconds: number, failed: string, task: () => Promise<void>, atOnce = false): () => void {
  const run = () => {
    if (!lifecycle.prepared) return;
    task().catch((error) => log().warn({ event: failed, error: reasonOf(error) }));
  };
  if (atOnce) run();
  const timer = setInterval(run, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Rescores all agents soon after each start and UTC midnight. Before that, it brings up to date what an earlier build wrote: copies
 * become listed, and tags are derived. @param onDone called afterwards @returns the function that stops it
 */
export function startDailyRefresh(onDone: () => void): () => void {
  let done = "";
  return runEvery(DAY_INTERVAL_MILLISECONDS, "trust_refresh_failed", async () => {
    const now = new Date();
    if (done === utcDay(now)) return;
    await listCopies(systemContext(openDatabase()));
    const derived = await deriveTags(systemContext(openDatabase()));
    if (derived > 0) log().info({ event: "tags_derived", agents: derived });
    const agents = await refreshStaleTrust(openDatabase(), now);
    done = utcDay(now);
    onDone();
    log().info({ event: "trust_refreshed", agents });
  });
}

/** Adds new anchors to the text index and the vectors, one batch at a time. @returns the function that stops it */
export function startIndexing(): () => void {
  return runEvery(INDEX_INTERVAL_MILLISECONDS, "anchor_indexing_failed", async () => {
    await indexAnchors(openDatabase());
    await embedAnchors(openDatabase(), anchorEmbedder());
  });
}

/**
 * Reads the changes of agents into the index of this process, and all agents at first. Questions read them too, so this only
 * leaves less for them. @returns the function that stops it
 */
export function startFollowingAgents(): () => void {
  return runEvery(FOLLOWING_INTERVAL_MILLISECONDS, "following_agents_failed", () => followAgents(openDatabase()), true);
}

/**
 * Reads the changes of all tables if no request did, deletes old ones, and looks for processes of 0.3.0, which must be
 * notified. @returns the function that stops it
 */
export function startFollowingChanges(): () => void {
  let oldest = "0";
  const stopForgetting = runEvery(
    FORGET_CHANGES_MILLISECONDS,
    "forgetting_changes_failed",
    async () => {
      oldest = await forgetChanges(openDatabase(), oldest);
    },
    true,
  );
  const stopFollowing = runEvery(
    CHANGES_INTERVAL_MILLISECONDS,
    "following_changes_failed",
    async () => {
      await isCaughtUp();
      setOldProcesses(await findOldProcesses(openDatabase()));
    },
    true,
  );
  return () => {
    stopForgetting();
    stopFollowing();
  };
}

/**
 * Checks every component once a minute, in one of all instances. Each minute is tried several times, so that another
 * instance takes over if one ends, and a late timer leaves no gap. @returns the function that stops it
 */
export function startStatusChecks(): () => void {
  let settled = 0;
  const check = async () => {
    const ctx = systemContext(openDatabase());
    const minute = minuteOf(ctx.clock()).getTime();
    // A start is no outage: the portal is checked once its pages are loaded.
    if (settled === minute || (lifecycle.hasServer && !lifecycle.ask)) return;
    await checkMinute(ctx, () => checkComponents(ctx, CHECK_DEADLINE_MILLISECONDS));
    settled = minute;
  };
  return runEvery(CHECK_INTERVAL_MILLISECONDS, "status_check_failed", check, true);
}

/** Stores once a minute how long this process's responses took. @returns the function that stops it */
export function startLatencyRecords(): () => void {
  const recorder = new LatencyRecorder(new Set(PUBLIC_PAGES.map(({ path }) => path)));
  const store = () => recorder.store(systemContext(openDatabase()));
  return runEvery(LATENCY_INTERVAL_MILLISECONDS, "latencies_not_stored", store);
}

interface SharedWork {
  milliseconds: number;
  /** The log events of a pass that did something, with its number in the field `counts`, and of a failed one. */
  done: string;
  counts: string;
  failed: string;
}

/** Repeats work that the instances share. @param work returns how much it did @returns the function that stops it */
function startShared({ milliseconds, done, counts, failed }: SharedWork, work: (ctx: Context) => Promise<number>) {
  const pass = async () => {
    const count = lifecycle.prepared ? await work(systemContext(openDatabase())) : 0;
    if (count > 0) log().info({ event: done, [counts]: count });
    return undefined;
  };
  const loop = startLoop({ pass, firstMilliseconds: milliseconds, idleMilliseconds: milliseconds, failed });
  return () => void loop.stop();
}

/** Checks the hosts whose daily check is due. */
export const startDomainChecks = () =>
  startShared(
    {
      milliseconds: DOMAIN_INTERVAL_MILLISECONDS,
      done: "domains_checked",
      counts: "domains",
      failed: "domain_checks_failed",
    },
    recheckDomains,
  );

/** Checks that cards answer, of agents whose owners chose it. */
export const startLivenessChecks = () =>
  startShared(
    {
      milliseconds: LIVENESS_INTERVAL_MILLISECONDS,
      done: "liveness_checked",
      counts: "agents",
      failed: "liveness_checks_failed",
    },
    checkAgents,
  );

/** Tells operators what waits. */
export const startDigests = () =>
  startShared(
    { milliseconds: DIGEST_INTERVAL_MILLISECONDS, done: "digests_sent", counts: "sent", failed: "digests_failed" },
    sendDigests,
  );

/** Erases expired data. @returns the function that stops it */
export function startErasure(): () => void {
  return runEvery(ERASURE_INTERVAL_MILLISECONDS, "forgetting_failed", () => eraseExpired(openDatabase()));
}

type RunDue = typeof runDueSource;

/** Runs all due work, `atOnce` at a time. @returns the function that stops it, also running work */
function runWhileDue(milliseconds: number, failed: string, runDue: RunDue, atOnce: number): () => void {
  const ended = new AbortController();
  let running = 0;
  const run = async () => {
    running += 1;
    try {
      while (!ended.signal.aborted && (await runDue(openDatabase(), fetchExternal, ended.signal)));
    } finally {
      running -= 1;
    }
  };
  const stop = runEvery(milliseconds, failed, async () => {
    // While one run is busy, each interval starts another one. A run ends when nothing is due.
    if (running < atOnce) await run();
  });
  return () => {
    stop();
    ended.abort();
  };
}

/**
 * Fetches followed sources that are due, one at a time, and concurrently the change feeds of their federations. The
 * instances share the work. @returns the function that stops it, also running fetches
 */
export function startSourceFetching(): () => void {
  const stops = [
    runWhileDue(SOURCE_INTERVAL_MILLISECONDS, "following_failed", runDueSource, 1),
    runWhileDue(FEED_INTERVAL_MILLISECONDS, "feeds_failed", runDueFeed, FEEDS_AT_ONCE),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Records that this instance uses its keys, and completes a change of keys: secrets are encrypted again, and keys of the
 * logs that nobody uses are retired. @returns the function that stops it
 */
export function startKeyChanges(): () => void {
  return runEvery(KEY_USE_MILLISECONDS, "key_change_failed", async () => {
    const ctx = systemContext(openDatabase());
    await recordUse(ctx.db);
    const secrets = await resealSecrets(ctx);
    const keys = await retireKeys(ctx);
    if (secrets + keys > 0) ctx.log.info({ event: "key_change", secrets, retiredKeys: keys });
  });
}

/** Compares this process's clock with the database's at intervals. @returns the function that stops it */
export function startClockWatch(): () => void {
  return runEvery(CLOCK_CHECK_MILLISECONDS, "clock_check_failed", async () => {
    const skewMilliseconds = await checkClock(openDatabase());
    if (skewMilliseconds <= MAX_SKEW_MILLISECONDS) return;
    log().error({ event: "clock_off", skewMilliseconds }, "the clock differs from the database's; nothing is appended");
  });
}
