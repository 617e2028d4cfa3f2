import type { Limiter } from "@/lib/edge/limiter";

interface Lifecycle {
  /** `server.ts` runs Next and prepares the database. */
  hasServer: boolean;
  /** Whether migrations are applied, and keys and operator exist. */
  prepared: boolean;
  draining: boolean;
  /** The shared counter of the rate limit; absent without an edge (tests). */
  limiter?: Limiter;
  /**
   * Requests a path of this process over its own socket. @returns the status. Absent until the pages are loaded, and without
   * a server (tests)
   */
  ask?: (path: string) => Promise<number>;
}

/** The state of the process for health and readiness. The server writes it, the routes read it. */
export const lifecycle: Lifecycle = { hasServer: false, prepared: false, draining: false };
