import { Ratelimit } from "@upstash/ratelimit";
import { withDeadline } from "@/lib/foundation/deadline";
import { reasonOf } from "@/lib/foundation/reason";
import { type Allowance, FixedWindow, type Limit, type Limiter } from "./limiter";
import type { SharedStore } from "./shared-store";

/** The guard shared by the limiters of one store. */
type StoreGuard = ReturnType<typeof guardStore>;

/** A limiter that counts in the shared store, and in this process while the store is lost. */
export function createSharedLimiter(store: SharedStore, guard: StoreGuard, name: string, limit: Limit): Limiter {
  const shared = fixedWindow(store, `limiter:${name}`, limit);
  // It always counts, so the loss of the store gives nobody a second allowance.
  const local = new FixedWindow(limit);
  return {
    backend: store.backend,
    get degraded() {
      return guard.isDegraded();
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
    // The library's cache responds without counting, and its timeout lets every request pass.
    ephemeralCache: false,
    timeout: 0,
    analytics: false,
    enableTelemetry: false,
  });
}

function toAllowance(answer: { limit: number; remaining: number; reset: number }, allowed: boolean): Allowance {
  return { allowed, limit: answer.limit, remaining: answer.remaining, resetAtSeconds: answer.reset / 1000 };
}

/** The store's count is at least that of this process, unless it was lost or emptied in this window. */
function stricter(shared: Allowance, own: Allowance): Allowance {
  if (shared.resetAtSeconds !== own.resetAtSeconds) return shared;
  return !own.allowed || own.remaining < shared.remaining ? own : shared;
}

/** Time limits of the limiters for their store. */
export interface StorePace {
  /** Time limit of a response. */
  responseMilliseconds: number;
  /** How often a lost store is tried again. */
  probeMilliseconds: number;
}
const maxReasonLength = 200;

/** Reports that the shared store was lost or is back. `reason` is the store's own error text and contains no secret. */
export type StoreChange = { degraded: true; reason: string } | { degraded: false };

/**
 * Protects the limiters from failures of their store. After one failure or late response, no limiter uses the store, so
 * nobody waits. A probe detects when the store is back.
 */
export function guardStore(store: SharedStore, onChange: (change: StoreChange) => void, pace: StorePace) {
  // The probe uses the same commands as limiters, because a PING also succeeds on a store that rejects writes.
  const probe = fixedWindow(store, "probe", { requests: 1, windowSeconds: 10 });
  let timer: NodeJS.Timeout | undefined;
  let degraded = false;
  let closed = false;

  function lose(error: unknown): void {
    if (degraded) return;
    degraded = true;
    timer = setInterval(() => void tryAgain(), pace.probeMilliseconds).unref();
    // Only the message, because other properties of the error may contain the arguments of a failed AUTH.
    const reason = reasonOf(error);
    onChange({ degraded: true, reason: reason.slice(0, maxReasonLength) });
  }

  async function tryAgain(): Promise<void> {
    try {
      await withDeadline(probe.limit("probe"), pace.responseMilliseconds);
    } catch {
      if (!closed) store.reconnect();
      return;
    }
    if (closed) return;
    clearInterval(timer);
    degraded = false;
    onChange({ degraded: false });
  }

  return {
    isDegraded: () => degraded,

    /** Returns the store's response, or undefined if there is none. Never rejects. */
    async ask<T>(question: () => Promise<T>): Promise<T | undefined> {
      if (degraded) return undefined;
      try {
        return await withDeadline(question(), pace.responseMilliseconds);
      } catch (error) {
        lose(error);
        return undefined;
      }
    },

    /** Rejects if the store does not respond within `deadlineMilliseconds`. */
    async ping(deadlineMilliseconds: number): Promise<void> {
      await withDeadline(store.ping(), deadlineMilliseconds);
    },

    close(): void {
      closed = true;
      degraded = true;
      clearInterval(timer);
      store.close();
    },
  };
}
