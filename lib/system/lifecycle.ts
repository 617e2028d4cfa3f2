import type { Limiter } from "@/lib/edge/limiter";

/** What the process knows of itself, for health and readiness. The server writes it, the routes read it. */
interface Lifecycle {
  /** Migrations are applied, keys and operator are in place. */
  prepared: boolean;
  draining: boolean;
  /** The shared counter behind the rate limit; absent where no edge runs (tests). */
  limiter?: Limiter;
}

// The server's bundle writes, Next's bundle reads.
const slot = globalThis as { fgsLifecycle?: Lifecycle };

export function lifecycle(): Lifecycle {
  slot.fgsLifecycle ??= { prepared: false, draining: false };
  return slot.fgsLifecycle;
}
