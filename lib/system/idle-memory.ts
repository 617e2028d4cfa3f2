import { performance } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const CHECK_MILLISECONDS = 5_000;
/** A process that works for less than this share of the time is idle. */
const IDLE_SHARE = 0.1;
/** A young generation of this size is not worth a collection. */
const SMALL_BYTES = 16_777_216;

/** Returns the size of V8's young generation, which contains new objects and room for more. */
export function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}

/** Returns a function that collects the young generation, which takes a few milliseconds. */
export function youngCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return () => collect({ type: "minor" });
}

/**
 * Collects the young generation of an idle process. V8 collects it only when it is full, which does not happen in an idle
 * process. A start or a burst of requests leaves it large. After a collection, V8 returns the memory to the system.
 * @returns a function that ends it
 */
export function startIdleCollection(collect = youngCollector()): () => void {
  let last = performance.eventLoopUtilization();
  const check = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization < IDLE_SHARE && youngBytes() > SMALL_BYTES) collect();
  };
  const timer = setInterval(check, CHECK_MILLISECONDS).unref();
  return () => clearInterval(timer);
}
