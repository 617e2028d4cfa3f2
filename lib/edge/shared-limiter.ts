import { Ratelimit } from "@upstash/ratelimit";
import { FixedWindow } from "./fixed-window";
import type { Allowance, Limit, Limiter } from "./limiter";
import type { SharedStore } from "./shared-store";
import { type StoreChange, StoreGuard } from "./store-guard";

/** The guard that the limiters of one store share. */
export function guardStore(store: SharedStore, onChange: (change: StoreChange) => void): StoreGuard {
  const probe = fixedWindow(store, "probe", { requests: 1, windowSeconds: 10 });
  return new StoreGuard(store, () => probe.limit("probe"), onChange);
}

/** A limiter that counts in the shared store, and in this process while the store is lost. */
export function createSharedLimiter(store: SharedStore, guard: StoreGuard, name: string, limit: Limit): Limiter {
  const shared = fixedWindow(store, `limiter:${name}`, limit);
  // Counts all the time, so that losing the store hands nobody a second allowance.
  const local = new FixedWindow(limit);
  return {
    backend: store.backend,
    get degraded() {
      return guard.degraded;
    },
    async take(key) {
      const own = local.take(key);
      const answer = await guard.ask(() => shared.limit(key));
      return answer ? stricter(toAllowance(answer, answer.success), own) : own;
    },
    async peek(key) {
      const own = local.peek(key);
      const answer = await guard.ask(() => shared.getRemaining(key));
      return answer ? stricter(toAllowance(answer, answer.remaining > 0), own) : own;
    },
    ping: (deadlineMilliseconds) => guard.ping(deadlineMilliseconds),
    close: async () => guard.close(),
  };
}

function fixedWindow(store: SharedStore, prefix: string, { requests, windowSeconds }: Limit): Ratelimit {
  return new Ratelimit({
    redis: store.scripts,
    limiter: Ratelimit.fixedWindow(requests, `${windowSeconds} s`),
    prefix: `fgs:${prefix}`,
    // Its cache answers without counting, and its timeout lets everyone pass.
    ephemeralCache: false,
    timeout: 0,
    analytics: false,
    enableTelemetry: false,
  });
}

function toAllowance(answer: { limit: number; remaining: number; reset: number }, allowed: boolean): Allowance {
  return { allowed, limit: answer.limit, remaining: answer.remaining, resetSeconds: answer.reset / 1000 };
}

/** The store knows at least what this process knows, unless it was lost or emptied within this window. */
function stricter(shared: Allowance, own: Allowance): Allowance {
  if (shared.resetSeconds !== own.resetSeconds) return shared;
  return !own.allowed || own.remaining < shared.remaining ? own : shared;
}
