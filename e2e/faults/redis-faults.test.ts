import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultyProxy, startFaultyProxy } from "@/lib/database/testing/faulty-proxy";
import { type RunningServer, startServer } from "../http/start-server";
import { bearer, TRUST_LOOPBACK, visitorOf } from "../http/visitor";

const REDIS = process.env["TEST_REDIS_URL"];

// Nothing listens on port 1 (tcpmux).
describe("a Redis that refuses connections", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ env: { ...TRUST_LOOPBACK, REDIS_URL: "redis://:secret-of-redis@127.0.0.1:1" } });
  });
  afterAll(() => server.cleanUp());

  it("makes the instance count locally", async () => {
    const ask = visitorOf(server.url);
    const first = await ask("/api/nope");
    expect(first).toMatchObject({ status: 404, remaining: 99 });
    const answers = await Promise.all(Array.from({ length: 120 }, () => ask("/api/nope")));
    const passed = answers.filter((answer) => answer.status !== 429);
    // Within one window, or at the end of one and the start of the next.
    expect(passed.length).toBeGreaterThanOrEqual(99);
  });

  it("is reported in /health, which stays 200, and the instance stays ready", async () => {
    const ask = visitorOf(server.url);
    // On a busy machine, the database may exceed a check's deadline.
    await expect
      .poll(async () => (await ask("/health")).json())
      .toMatchObject({ status: "degraded", database: "ok", redis: "error" });
    expect((await ask("/health")).status).toBe(200);
    await expect.poll(async () => (await ask("/readyz")).status).toBe(200);
  });

  it("is logged once, without its password", () => {
    const lines = server.output().split("\n");
    expect(lines.filter((line) => line.includes('"event":"limiter"'))).toHaveLength(1);
    expect(server.output()).not.toContain("secret-of-redis");
  });
});

describe.skipIf(REDIS === undefined)("a Redis that hangs", () => {
  let proxy: FaultyProxy;
  let server: RunningServer;
  beforeAll(async () => {
    proxy = await startFaultyProxy(REDIS ?? "", 6379);
    server = await startServer({ env: { ...TRUST_LOOPBACK, REDIS_URL: proxy.url } });
  });
  afterAll(async () => {
    await server.cleanUp();
    await proxy.refuse();
  });
  const ask = (path: string) => visitorOf(server.url)(path);

  it("is reported as degraded until it responds again", async () => {
    // On a busy machine, a new server may be too slow for its first checks.
    await expect.poll(async () => (await ask("/health")).json()).toMatchObject({ status: "ok", redis: "ok" });
    proxy.swallow();
    const headers = bearer(await server.operatorToken());
    const smoke = async () => (await visitorOf(server.url)("/api/system/smoke", { headers })).json();
    // On a busy machine, the first checks of a new server may exceed a check's deadline.
    await expect.poll(smoke).toMatchObject({
      tag: "VERIFIED",
      reasons: [],
      degraded: expect.arrayContaining([expect.stringMatching(/^cache: /)]),
    });
    await expect
      .poll(async () => (await ask("/health")).json())
      .toMatchObject({ status: "degraded", database: "ok", redis: "error" });
    expect((await ask("/metrics")).body).toMatch(/^rate_limit_store_degraded 1$/m);
    await expect.poll(async () => (await ask("/readyz")).status).toBe(200);
    await proxy.resume();
    await expect.poll(async () => (await ask("/health")).json().redis).toBe("ok");
    await expect.poll(async () => (await ask("/metrics")).body).toMatch(/^rate_limit_store_degraded 0$/m);
  });
});
