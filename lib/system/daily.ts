import { openDatabase } from "@/lib/db/open";
import { log } from "@/lib/log";
import { utcDay } from "@/lib/trust/rules";
import { refreshStaleTrust } from "@/lib/trust/service/standing";
import { lifecycle } from "./lifecycle";

const LOOK_MILLISECONDS = 60_000;

/** Rescores all agents soon after each UTC midnight. @returns the function that ends it */
export function startDailyRefresh(): () => void {
  let done = "";
  const look = async () => {
    const now = new Date();
    if (done === utcDay(now) || !lifecycle().prepared) return;
    try {
      const agents = await refreshStaleTrust(openDatabase(), now);
      done = utcDay(now);
      log().info({ event: "trust_refreshed", agents });
    } catch (error) {
      log().warn({ event: "trust_refresh_failed", error: String(error) });
    }
  };
  const timer = setInterval(() => void look(), LOOK_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}
