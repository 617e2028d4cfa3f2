import type { Component } from "../component";
import type { Latency } from "../schema";

/** How many requests of a component took at most a time, and longer than the next shorter one. */
export interface LatencyCount {
  component: string;
  upperMicroseconds: number;
  requests: number;
}

/** The bucket of requests that took longer than the longest bound. */
export const UNBOUNDED_MICROSECONDS = 2_147_483_647;

/** The beginning of the paths of each component. The others of the API belong to no other component. */
const PATHS: readonly [string, Component][] = [
  ["/api/relay/", "relay"],
  ["/api/memory/", "ledger"],
  ["/api/agents/", "directory"],
  ["/api/events", "events"],
  ["/api/", "api"],
];

/** Addresses whose responses wait for somebody else: an agent that answers a message, or tools of a protocol. */
const WAITING = ["/api/a2a", "/api/mcp"];

/** Returns the component that a route's template belongs to; null for probes, files, the console and the like. */
export function componentOfRoute(route: string, pages: ReadonlySet<string>): Component | null {
  if (pages.has(route)) return "portal";
  if (WAITING.some((path) => route.startsWith(path))) return null;
  return PATHS.find(([path]) => route.startsWith(path))?.[1] ?? null;
}

/** Returns the least bound that a share of the requests did not exceed, in milliseconds; null if it has none. */
function boundOf(share: number, counts: readonly LatencyCount[], total: number): number | null {
  let seen = 0;
  for (const { upperMicroseconds, requests } of counts) {
    seen += requests;
    if (seen < share * total) continue;
    return upperMicroseconds === UNBOUNDED_MICROSECONDS ? null : upperMicroseconds / 1_000;
  }
  return null;
}

/** Returns the durations of a component's requests; those of the API are of all its paths. Null if there were none. */
export function latencyOf(name: Component, all: readonly LatencyCount[]): Latency | null {
  const own = all.filter(({ component }) => (name === "api" ? component !== "portal" : component === name));
  const byBound = new Map<number, LatencyCount>();
  for (const count of own) {
    const { requests = 0 } = byBound.get(count.upperMicroseconds) ?? {};
    byBound.set(count.upperMicroseconds, { ...count, requests: requests + count.requests });
  }
  const counts = [...byBound.values()].sort((one, other) => one.upperMicroseconds - other.upperMicroseconds);
  const total = counts.reduce((sum, { requests }) => sum + requests, 0);
  if (total === 0) return null;
  return { requests: total, p50_ms: boundOf(0.5, counts, total), p95_ms: boundOf(0.95, counts, total) };
}

export function boundText(milliseconds: number | null): string {
  if (milliseconds === null) return "over 10 s";
  return milliseconds < 1_000 ? `≤ ${milliseconds} ms` : `≤ ${milliseconds / 1_000} s`;
}
