import { describe, expect, it } from "vitest";
import { boundText, componentOfRoute, type LatencyCount, latencyOf, UNBOUNDED_MICROSECONDS } from "./latencies";

const count = (component: string, upperMicroseconds: number, requests: number): LatencyCount => ({
  ...{ component, upperMicroseconds, requests },
});

describe("the durations of requests", () => {
  it("are the bounds that half and 95 of 100 requests did not exceed", () => {
    const counts = [count("relay", 50_000, 6), count("relay", 2_500, 50), count("relay", 25_000, 44)];
    expect(latencyOf("relay", counts)).toEqual({ requests: 100, p50_ms: 2.5, p95_ms: 50 });
    expect(latencyOf("relay", [...counts, count("relay", 1_000, 20)])).toMatchObject({ p50_ms: 2.5, p95_ms: 25 });
    expect(latencyOf("mail", counts)).toBeNull();
  });

  it("have no bound over the longest one", () => {
    const counts = [count("ledger", 10_000_000, 9), count("ledger", UNBOUNDED_MICROSECONDS, 1)];
    expect(latencyOf("ledger", counts)).toEqual({ requests: 10, p50_ms: 10_000, p95_ms: null });
    expect([boundText(2.5), boundText(10_000), boundText(null)]).toEqual(["≤ 2.5 ms", "≤ 10 s", "over 10 s"]);
  });

  it("of the API are of all its paths, and of no page", () => {
    const counts = [count("relay", 1_000, 3), count("api", 5_000, 1), count("portal", 1_000_000, 100)];
    expect(latencyOf("api", counts)).toEqual({ requests: 4, p50_ms: 1, p95_ms: 5 });
  });
});

it("a route belongs to the component that users know it by, or to none", () => {
  const pages = new Set(["/", "/agents/{did}"]);
  const routes = ["/", "/agents/{did}", "/api/agents/{did}", "/api/relay/send", "/api/memory/log", "/api/trust/verify"];
  expect(routes.map((route) => componentOfRoute(route, pages))).toEqual([
    ...["portal", "portal", "directory", "relay", "ledger", "api"],
  ]);
  for (const route of ["/api/a2a/{did}/message:send", "/console", "/livez", "static", "other", "undefined"]) {
    expect(componentOfRoute(route, pages), route).toBeNull();
  }
});
