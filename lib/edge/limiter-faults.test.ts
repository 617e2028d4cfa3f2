import { randomUUID } from "node:crypto";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLimiters, type LimiterStore } from "./create-limiters";
import type { StoreChange } from "./shared-limiter";
import { startSilentProxy } from "./testing/silent-proxy";
import { startUpstashServer } from "./testing/upstash-server";

const { TEST_REDIS_URL: redisUrl = "" } = process.env;
const PACE = { responseMilliseconds: 100, probeMilliseconds: 100 };
// Nothing listens on port 1 (tcpmux).
const refusing: LimiterStore[] = [
  { kind: "redis", url: "redis://127.0.0.1:1" },
  { kind: "upstash", url: "http://127.0.0.1:1", token: "test-token" },
];

// The date is fixed, so no window ends within a test.
beforeEach(() => void vi.setSystemTime(Date.UTC(2026, 5, 1, 12, 0, 3)));
afterEach(() => void vi.useRealTimers());

async function open(store: LimiterStore, name: string = randomUUID(), pace = PACE) {
  const changes: StoreChange[] = [];
  const limit = { requests: 5, windowSeconds: 10 };
  const { [name]: limiter } = await createLimiters(store, { [name]: limit }, (change) => changes.push(change), pace);
  if (!limiter) throw new Error(`no limiter ${name}`);
  onTestFinished(() => limiter.close());
  return { limiter, changes };
}

/** Returns the result if it comes before the next turn of the event loop, which means that it did not wait. */
const atOnce = <T>(answer: Promise<T>) => Promise.race([answer, setImmediate("late" as const)]);

describe.each(refusing)("limiter whose $kind refuses connections", (store) => {
  it("counts locally from the first take on, and says so once", async () => {
    const { limiter, changes } = await open(store);
    const answers = await Promise.all(Array.from({ length: 6 }, () => limiter.take("a")));
    expect(answers.map((answer) => answer.remaining)).toEqual([4, 3, 2, 1, 0, 0]);
    expect(answers.at(-1)?.allowed).toBe(false);
    expect(await limiter.peek("a")).toMatchObject({ allowed: false, remaining: 0 });
    expect(limiter.degraded).toBe(true);
    expect(changes).toEqual([{ degraded: true, reason: expect.stringMatching(/ECONNREFUSED|fetch failed|bad port/) }]);
    await expect(limiter.ping(300)).rejects.toThrow();
  });

  it("still answers after it was closed, and no longer asks", async () => {
    const { limiter, changes } = await open(store);
    await limiter.close();
    expect(await limiter.take("a")).toMatchObject({ allowed: true, remaining: 4 });
    expect(changes).toEqual([]);
  });
});

describe.skipIf(!redisUrl)("limiter whose store falls silent", () => {
  it("waits only so long for a Redis that accepts and never answers, and only once", async () => {
    const proxy = await startSilentProxy(redisUrl);
    onTestFinished(() => proxy.close());
    proxy.fallSilent();
    const { limiter, changes } = await open({ kind: "redis", url: proxy.url });
    expect(await limiter.take("a")).toMatchObject({ allowed: true, remaining: 4 });
    expect(await atOnce(Promise.resolve(limiter.take("a")))).toMatchObject({ allowed: true, remaining: 3 });
    expect(changes).toHaveLength(1);
    await expect(limiter.ping(100)).rejects.toThrow();
  });

  it.each([
    { after: "a moment", silenceMilliseconds: 0, resume: "resume" },
    { after: "several attempts to reconnect", silenceMilliseconds: 5 * PACE.probeMilliseconds, resume: "resume" },
    { after: "its connection was lost unnoticed", silenceMilliseconds: 0, resume: "resumeForNewConnections" },
  ] as const)(
    "counts on locally, and is back soon after the store, $after",
    async ({ silenceMilliseconds, resume }) => {
      const name = randomUUID();
      const proxy = await startSilentProxy(redisUrl);
      onTestFinished(() => proxy.close());
      const { limiter, changes } = await open({ kind: "redis", url: proxy.url }, name);
      const { limiter: elsewhere } = await open({ kind: "redis", url: redisUrl }, name);
      await limiter.take("a");
      expect(await limiter.take("a")).toMatchObject({ remaining: 3 });

      proxy.fallSilent();
      expect(await limiter.take("a")).toMatchObject({ allowed: true, remaining: 2 });
      expect(limiter.degraded).toBe(true);
      expect(await atOnce(Promise.resolve(limiter.take("a")))).toMatchObject({ allowed: true, remaining: 1 });

      await sleep(silenceMilliseconds);
      proxy[resume]();
      await expect.poll(() => limiter.degraded).toBe(false);
      expect(await limiter.take("a")).toMatchObject({ allowed: true, remaining: 0 });
      expect(await limiter.take("a")).toMatchObject({ allowed: false });
      expect(changes.map((change) => change.degraded)).toEqual([true, false]);
      await limiter.take("b");
      expect(await elsewhere.peek("b")).toMatchObject({ remaining: 4 });
    },
  );

  it("stays local while the store answers PING and refuses to count", async () => {
    const upstash = await startUpstashServer(redisUrl);
    onTestFinished(() => upstash.close());
    // An error response is a response, even if it comes late.
    const pace = { ...PACE, responseMilliseconds: 30_000 };
    const { limiter, changes } = await open(
      { kind: "upstash", url: upstash.url, token: upstash.token },
      undefined,
      pace,
    );
    upstash.refuseScripts(true);
    expect(await limiter.take("a")).toMatchObject({ allowed: true, remaining: 4 });
    await limiter.ping(30_000);
    await sleep(5 * PACE.probeMilliseconds);
    expect(changes).toEqual([{ degraded: true, reason: expect.stringContaining("OOM") }]);
    upstash.refuseScripts(false);
    await expect.poll(() => limiter.degraded).toBe(false);
  });
});
