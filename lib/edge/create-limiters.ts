import type { Settings } from "@/lib/foundation/env";
import { FixedWindow, type Limit, type Limiter } from "./limiter";
import type { StoreChange, StorePace } from "./shared-limiter";

const PACE: StorePace = { responseMilliseconds: 250, probeMilliseconds: 1_000 };

/** The store that counts requests. */
export type LimiterStore =
  | { readonly kind: "memory" }
  | { readonly kind: "redis"; readonly url: string }
  | { readonly kind: "upstash"; readonly url: string; readonly token: string };

export function limiterStoreOf(settings: Settings): LimiterStore {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = settings;
  if (url !== undefined && token !== undefined) return { kind: "upstash", url, token };
  return REDIS_URL === undefined ? { kind: "memory" } : { kind: "redis", url: REDIS_URL };
}

/**
 * Returns one limiter for each named limit, all on one connection. Limiters of the same name and store count together
 * across instances, so a name must mean the same limit everywhere. Redis clients are loaded only if Redis is used.
 *
 * @param onStoreChange called when the shared store is lost and when it is back; must not throw
 * @throws UrlError when an Upstash URL is malformed. An unreachable store does not throw.
 */
export async function createLimiters<Name extends string>(
  store: LimiterStore,
  limits: Readonly<Record<Name, Limit>>,
  onStoreChange: (change: StoreChange) => void = () => {},
  pace: StorePace = PACE,
): Promise<Readonly<Record<Name, Limiter>>> {
  const create = await limiterFactory(store, onStoreChange, pace);
  const limiters = Object.entries<Limit>(limits).map(([name, limit]) => [name, create(name, limit)] as const);
  return Object.fromEntries(limiters) as Record<Name, Limiter>;
}

async function limiterFactory(
  store: LimiterStore,
  onStoreChange: (change: StoreChange) => void,
  pace: StorePace,
): Promise<(name: string, limit: Limit) => Limiter> {
  if (store.kind === "memory") return (_, limit) => new FixedWindow(limit);
  const { openRedisStore, openUpstashStore } = await import("./shared-store");
  const { createSharedLimiter, guardStore } = await import("./shared-limiter");
  const shared = store.kind === "redis" ? openRedisStore(store.url) : openUpstashStore(store.url, store.token);
  const guard = guardStore(shared, onStoreChange, pace);
  // An encoded name cannot contain the colon that separates it from the key.
  return (name, limit) => createSharedLimiter(shared, guard, encodeURIComponent(name), limit);
}
