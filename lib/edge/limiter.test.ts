import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLimiters, type LimiterStore } from "./create-limiters";
import { FixedWindow, type Limit, type Limiter } from "./limiter";
import { startUpstashServer } from "./testing/upstash-server";

const { TEST_REDIS_URL: redisUrl } = process.env;
const upstash = redisUrl ? await startUpstashServer(redisUrl) : undefined;
afterAll(() => upstash?.close());

const backends: { name: Limiter["backend"]; store: LimiterStore | undefined }[] = [
  { name: "memory", store: { kind: "memory" } },
  { name: "redis", store: redisUrl ? { kind: "redis", url: redisUrl } : undefined },
  { name: "upstash", store: upstash && { kind: "upstash", url: upstash.url, token: upstash.token } },
];

// Only the date is fixed. So a window ends when a test ends it, and sockets and timers work normally.
const start = Date.UTC(2026, 5, 1, 12, 0, 3);
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => void vi.useRealTimers());

/** Long enough that a busy machine does not look like a fault of the store. */
const PATIENT = { responseMilliseconds: 30_000, probeMilliseconds: 1_000 };

async function open(store: LimiterStore, limit: Limit, name: string = randomUUID()): Promise<Limiter> {
  const { [name]: limiter } = await createLimiters(store, { [name]: limit }, undefined, PATIENT);
  if (!limiter) throw new Error(`no limiter ${name}`);
  onTestFinished(() => limiter.close());
  return limiter;
}

async function takeAll(limiter: Limiter, key: string): Promise<number> {
  let allowed = 0;
  while (allowed < 1000 && (await limiter.take(key)).allowed) allowed += 1;
  return allowed;
}

for (const { name, store = { kind: "memory" } as const } of backends) {
  const available = backends.some((backend) => backend.name === name && backend.store);
  describe.skipIf(!available)(`limiter in ${name}`, () => {
    it("answers from its own backend", async () => {
      const limiter = await open(store, { requests: 1, windowSeconds: 10 });
      await limiter.ping(5_000);
      await limiter.take("a");
      expect(limiter).toMatchObject({ backend: name, degraded: false });
    });

    it("allows exactly `requests` of 250 concurrent takes", async () => {
      const limiter = await open(store, { requests: 100, windowSeconds: 10 });
      const answers = await Promise.all(Array.from({ length: 250 }, () => limiter.take("a")));
      expect(answers.filter((answer) => answer.allowed)).toHaveLength(100);
      expect(limiter.degraded).toBe(false);
    });

    it.skipIf(name === "memory")("allows two instances together exactly `requests` of 250 takes", async () => {
      const limit = { requests: 100, windowSeconds: 10 };
      const shared = randomUUID();
      const instances = [await open(store, limit, shared), await open(store, limit, shared)];
      const answers = await Promise.all(
        instances.flatMap((instance) => Array.from({ length: 125 }, () => instance.take("a"))),
      );
      expect(answers.filter((answer) => answer.allowed)).toHaveLength(100);
    });

    it("counts remaining down to 0 and no further", async () => {
      const limiter = await open(store, { requests: 3, windowSeconds: 10 });
      const answers = [];
      for (let taken = 0; taken < 5; taken++) answers.push(await limiter.take("a"));
      expect(answers.map((answer) => answer.remaining)).toEqual([2, 1, 0, 0, 0]);
      expect(answers.map((answer) => answer.allowed)).toEqual([true, true, true, false, false]);
      expect(answers.every((answer) => answer.limit === 3)).toBe(true);
    });

    it("does not count a peek, which tells whether the next take may pass", async () => {
      const limiter = await open(store, { requests: 2, windowSeconds: 10 });
      for (let peeks = 0; peeks < 5; peeks++) await limiter.peek("a");
      expect(await limiter.peek("a")).toMatchObject({ allowed: true, remaining: 2 });
      expect(await takeAll(limiter, "a")).toBe(2);
      expect(await limiter.peek("a")).toMatchObject({ allowed: false, remaining: 0 });
    });

    it("gives a full allowance after resetAtSeconds, and nothing a millisecond before", async () => {
      const limiter = await open(store, { requests: 2, windowSeconds: 10 });
      await takeAll(limiter, "a");
      const { resetAtSeconds } = await limiter.peek("a");
      vi.setSystemTime(resetAtSeconds * 1000 - 1);
      expect((await limiter.take("a")).allowed).toBe(false);
      vi.setSystemTime(resetAtSeconds * 1000);
      expect(await takeAll(limiter, "a")).toBe(2);
    });

    it("shares no counts between keys or between names", async () => {
      const limit = { requests: 2, windowSeconds: 10 };
      const prefix = randomUUID();
      const limiter = await open(store, limit, prefix);
      const namesake = await open(store, limit, `${prefix}:a`);
      for (const key of ["a", "b", "a:b", "a:b:c"]) expect(await takeAll(limiter, key)).toBe(2);
      for (const key of ["a", "b", "b:c"]) expect(await takeAll(namesake, key)).toBe(2);
    });

    it.each([0, 1, 4_321, 9_999])("resets at most a window away, in Unix seconds, %i ms into one", async (passed) => {
      vi.setSystemTime(Date.UTC(2026, 5, 1) + passed);
      const limiter = await open(store, { requests: 2, windowSeconds: 10 });
      for (const { resetAtSeconds } of [await limiter.take("a"), await limiter.peek("a")]) {
        expect(resetAtSeconds).toBe(Date.UTC(2026, 5, 1) / 1000 + 10);
      }
    });
  });
}

describe.skipIf(!redisUrl)("limiters on different backends", () => {
  it("give the same answers to the same calls", async () => {
    const limit = { requests: 3, windowSeconds: 10 };
    // With shared counts, two instances take turns, so no result can come from local counts alone.
    const fleets: Limiter[][] = [];
    for (const { name, store } of backends) {
      const shared = randomUUID();
      if (store === undefined) continue;
      const instances = Array.from({ length: name === "memory" ? 1 : 2 }, () => open(store, limit, shared));
      fleets.push(await Promise.all(instances));
    }
    expect(fleets).toHaveLength(3);
    const step = fc.record({
      call: fc.constantFrom("take" as const, "take" as const, "peek" as const),
      key: fc.constantFrom("", "é"),
      waitMilliseconds: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.nat(12_000)),
    });
    const runSteps = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const run = randomUUID();
      for (const [turn, { call, key, waitMilliseconds }] of steps.entries()) {
        vi.setSystemTime(Date.now() + waitMilliseconds);
        const limiters = fleets.flatMap((fleet) => fleet[turn % fleet.length] ?? []);
        const [first, ...others] = await Promise.all(limiters.map((limiter) => limiter[call](run + key)));
        for (const other of others) expect(other).toEqual(first);
      }
    });
    await fc.assert(runSteps, { numRuns: 30 });
    expect(fleets.flat().some((limiter) => limiter.degraded)).toBe(false);
  });
});

describe("fixed window", () => {
  const limit = { requests: 2, windowSeconds: 10 };

  it("drops a finished window's keys", () => {
    let now = 0;
    const window = new FixedWindow(limit, () => now);
    for (; now < 100_000; now += 2) window.take(`key ${now}`);
    expect(window.keys).toBeLessThanOrEqual(5_000);
  });

  it("holds no more keys than it may, whatever arrives in one window", () => {
    const window = new FixedWindow(limit, () => 0, 1_000);
    let most = 0;
    for (let key = 0; key < 10_500; key++) {
      window.take(`key ${key}`);
      most = Math.max(most, window.keys);
    }
    expect(most).toBe(1_000);
  });

  it("is aligned to the Unix epoch", () => {
    const window = new FixedWindow(limit, () => 1_234_567_891_234);
    expect(window.take("a").resetAtSeconds).toBe(1_234_567_900);
  });
});
