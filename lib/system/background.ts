import { embedAnchors } from "@/lib/anchors/service/meanings";
import { indexAnchors } from "@/lib/anchors/service/texts";
import { openDatabase } from "@/lib/db/open";
import { CLOCK_CHECK_MILLISECONDS, checkClock, MOST_SKEW_MILLISECONDS } from "@/lib/ledger/clock";
import { log } from "@/lib/log";
import { utcDay } from "@/lib/trust/rules";
import { refreshStaleTrust } from "@/lib/trust/service/standing";
import { anchorEmbedder } from "@/lib/vectors/service/present-embedder";
import { lifecycle } from "./lifecycle";

const DAY_LOOK_MILLISECONDS = 60_000;
const INDEX_LOOK_MILLISECONDS = 2_000;

/** Looks at intervals, once the database is prepared. @param failed the event that the log has where a look fails */
function lookEvery(milliseconds: number, failed: string, look: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    if (!lifecycle.prepared) return;
    look().catch((error) => log().warn({ event: failed, error: String(error) }));
  }, milliseconds);
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

/** Measures this process's clock against the database's, again and again. @returns the function that ends it */
export function startClockWatch(): () => void {
  return lookEvery(CLOCK_CHECK_MILLISECONDS, "clock_check_failed", async () => {
    const skewMilliseconds = await checkClock(openDatabase());
    if (skewMilliseconds <= MOST_SKEW_MILLISECONDS) return;
    log().error({ event: "clock_off", skewMilliseconds }, "the clock is off the database's; nothing is appended");
  });
}
