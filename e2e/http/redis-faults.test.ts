import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "./start-server";
import { TRUST_LOOPBACK, visitorOf } from "./visitor";

// Port 1 (tcpmux) is served nowhere.
describe("a Redis that refuses connections", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ env: { ...TRUST_LOOPBACK, REDIS_URL: "redis://:secret-of-redis@127.0.0.1:1" } });
  });
  afterAll(() => server.cleanUp());

  it("delays nobody: the count is kept locally", async () => {
    const ask = visitorOf(server.url);
    const first = await ask("/api/nope");
    expect(first).toMatchObject({ status: 404, remaining: 99 });
    expect(first.milliseconds).toBeLessThan(1_000);
    const answers = await Promise.all(Array.from({ length: 120 }, () => ask("/api/nope")));
    const passed = answers.filter((answer) => answer.status !== 429);
    // One window, or the end of one and the start of the next.
    expect(passed.length).toBeGreaterThanOrEqual(99);
    expect(Math.max(...answers.map((answer) => answer.milliseconds))).toBeLessThan(3_000);
  });

  it("is told in the health, which stays 200, and does not make the instance unready", async () => {
    const health = await visitorOf(server.url)("/health");
    expect(health.status).toBe(200);
    expect(health.json()).toMatchObject({ status: "degraded", database: "ok", redis: "error" });
    expect(health.milliseconds).toBeLessThan(2_000);
    expect((await visitorOf(server.url)("/readyz")).status).toBe(200);
  });

  it("is logged once, without its password", () => {
    const lines = server.output().split("\n");
    expect(lines.filter((line) => line.includes('"event":"limiter"'))).toHaveLength(1);
    expect(server.output()).not.toContain("secret-of-redis");
  });
});
