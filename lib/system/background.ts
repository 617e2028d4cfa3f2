import { embedAnchors } from "@/lib/anchors/service/meanings";
import { indexAnchors } from "@/lib/anchors/service/texts";
import { systemContext } from "@/lib/context";
import { openDatabase } from "@/lib/db/open";
import { recheckDomains } from "@/lib/domains/service/recheck";
import { CLOCK_CHECK_MILLISECONDS, checkClock, MOST_SKEW_MILLISECONDS } from "@/lib/ledger/clock";
import { log } from "@/lib/log";
import { requestOutside } from "@/lib/outgoing/request";
import { forgetSenders } from "@/lib/reports/service/forget";
import { runDueSource } from "@/lib/sources/service/run-source";
import { utcDay } from "@/lib/trust/rules";
import { refreshStaleTrust } from "@/lib/trust/service/standing";
import { anchorEmbedder } from "@/lib/vectors/service/present-embedder";
import { lifecycle } from "./lifecycle";
import { minuteOf } from "./rules/status";
import { checkMinute } from "./service/checks";
import { tryParts } from "./service/smoke";

const DAY_LOOK_MILLISECONDS = 60_000;
const INDEX_LOOK_MILLISECONDS = 2_000;
const FORGET_LOOK_MILLISECONDS = 3_600_000;
const DOMAIN_LOOK_MILLISECONDS = 60_000;
const CHECK_LOOK_MILLISECONDS = 2_000;
const FOLLOW_LOOK_MILLISECONDS = 5_000;
/** Nobody waits for the minute's check, and a busy moment is no outage. */
const CHECK_DEADLINE_MILLISECONDS = 10_000;

/**
 * Looks at intervals, once the database is prepared.
 * @param failed the event that the log has where a look fails
 * @param atOnce whether the first look waits for no interval
 */
function lookEvery(milliseconds: number, failed: string, look: () => Promise<void>, atOnce = false): () => void {
  const run = () => {
    if (!lifecycle.prepared) return;
    look().catch((error) => log().warn({ event: failed, error: String(error) }));
  };
  if (atOnce) run();
  const timer = setInterval(run, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

/** Rescores all agents soon after each UTC midnight. @param onDone called then @returns the function that ends it */
export function startDailyRefresh(onDone: () => void): () => void {
  let done = "";
  return lookEvery(DAY_LOOK_MILLISECONDS, "trust_refresh_failed", async () => {
    const now = new Date();
    if (done === utcDay(now)) return;
    const agents = await refreshStaleTrust(openDatabase(), now);
    done = utcDay(now);
    onDone();
    log().info({ event: "trust_refreshed", agents });
  });
}

/** Takes new anchors into the texts and vectors they are searched by, a batch at each look. @returns the function that ends it */
export function startIndexing(): () => void {
  return lookEvery(INDEX_LOOK_MILLISECONDS, "anchor_indexing_failed", async () => {
    await indexAnchors(openDatabase());
    await embedAnchors(openDatabase(), anchorEmbedder());
  });
}

/**
 * Checks every component once a minute, in one of all instances. A minute is looked at several times, so that another
 * instance makes its check where one ends, and a timer that is late leaves no gap. @returns the function that ends it
 */
export function startStatusChecks(): () => void {
  let settled = 0;
  const look = async () => {
    const ctx = systemContext(openDatabase());
    const minute = minuteOf(ctx.clock()).getTime();
    if (settled === minute) return;
    await checkMinute(ctx, () => tryParts(ctx, CHECK_DEADLINE_MILLISECONDS));
    settled = minute;
  };
  return lookEvery(CHECK_LOOK_MILLISECONDS, "status_check_failed", look, true);
}

/**
 * Looks at the hosts whose daily check is due, shared among all instances. @returns the function that ends it
 */
export function startDomainChecks(): () => void {
  let isUnderWay = false;
  return lookEvery(DOMAIN_LOOK_MILLISECONDS, "domain_checks_failed", async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      const domains = await recheckDomains(systemContext(openDatabase()));
      if (domains > 0) log().info({ event: "domains_checked", domains });
    } finally {
      isUnderWay = false;
    }
  });
}

/** Erases what is kept of people only for a time. @returns the function that ends it */
export function startForgetting(): () => void {
  return lookEvery(FORGET_LOOK_MILLISECONDS, "forgetting_failed", async () => {
    await forgetSenders(openDatabase(), new Date());
  });
}

/**
 * Fetches followed sources that are due, one at a time; other instances fetch others. @returns the function that ends it, also a
 * fetch under way
 */
export function startFollowing(): () => void {
  const ended = new AbortController();
  let isBusy = false;
  const stop = lookEvery(FOLLOW_LOOK_MILLISECONDS, "following_failed", async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      while (!ended.signal.aborted && (await runDueSource(openDatabase(), requestOutside, ended.signal)));
    } finally {
      isBusy = false;
    }
  });
  return () => {
    stop();
    ended.abort();
  };
}

/** Measures this process's clock against the database's, again and again. @returns the function that ends it */
export function startClockWatch(): () => void {
  return lookEvery(CLOCK_CHECK_MILLISECONDS, "clock_check_failed", async () => {
    const skewMilliseconds = await checkClock(openDatabase());
    if (skewMilliseconds <= MOST_SKEW_MILLISECONDS) return;
    log().error({ event: "clock_off", skewMilliseconds }, "the clock is off the database's; nothing is appended");
  });
}
