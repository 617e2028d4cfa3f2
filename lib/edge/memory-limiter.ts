import { FixedWindow } from "./fixed-window";
import type { Limit, Limiter } from "./limiter";

/** A limiter that counts in this process only. `clock` gives Unix milliseconds. */
export function createMemoryLimiter(limit: Limit, clock?: () => number): Limiter {
  const window = new FixedWindow(limit, clock);
  return {
    backend: "memory",
    degraded: false,
    take: async (key) => window.take(key),
    peek: async (key) => window.peek(key),
    ping: async () => {},
    close: async () => {},
  };
}
