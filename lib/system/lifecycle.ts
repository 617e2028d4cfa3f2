import type { Limiter } from "@/lib/edge/limiter";

interface Lifecycle {
  /** `server.ts` runs Next, and prepares the database. */
  hasServer: boolean;
  /** Migrations are applied, keys and operator are in place. */
  prepared: boolean;
  draining: boolean;
  /** The shared counter behind the rate limit; absent where no edge runs (tests). */
  limiter?: Limiter;
}

/** The state of the process, for health and readiness. The server writes it, the routes read it. */
export const lifecycle: Lifecycle = { hasServer: false, prepared: false, draining: false };
