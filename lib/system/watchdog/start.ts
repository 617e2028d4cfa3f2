import { url } from "node:inspector";
import { isPretty, log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import { startThread } from "@/lib/foundation/thread";
import { SHARED, TICK_MILLISECONDS } from "./tick-counter";
import type { WatchdogOptions } from "./worker";

/**
 * Starts a thread that ends this process if its main thread is blocked for this long, with a line in the log that
 * contains the stack. It does nothing while the process can be debugged.
 * @param seconds 0: no watchdog
 */
export function startWatchdog(seconds: number): void {
  if (seconds === 0) return;
  const shared = new Int32Array(new SharedArrayBuffer(Object.keys(SHARED).length * Int32Array.BYTES_PER_ELEMENT));
  const beat = () => {
    Atomics.store(shared, SHARED.isDebugged, url() === undefined ? 0 : 1);
    Atomics.add(shared, SHARED.beats, 1);
  };
  beat();
  setInterval(beat, TICK_MILLISECONDS).unref();
  const format = isPretty() ? "pretty" : "json";
  const options: WatchdogOptions = { shared, seconds, format: log().isLevelEnabled("fatal") ? format : null };
  const thread = startThread("system/watchdog/worker", options);
  thread.on("error", (error) => log().error({ event: "watchdog_failed", error: reasonOf(error) }));
  thread.unref();
  log().info({ event: "watchdog_started", seconds });
}
