import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { RequestScope } from "@/lib/context";
import type { Caller } from "@/lib/permissions";
import { Buckets } from "./buckets";
import { createMemoryLimiter } from "./limiter";

const FAILURES = 3;
const agent = (did: string): Caller => ({ kind: "agent", credentialId: did, did, tier: "T1" });
const scopeAt = (address: string): RequestScope => ({ requestId: "", address, event: {} });

describe("the bucket of a request", () => {
  let lookups: string[];
  let identify: (authorization: string) => Promise<Caller> | undefined;
  let buckets: Buckets;
  beforeEach(() => {
    lookups = [];
    identify = async (authorization) => {
      lookups.push(authorization);
      return authorization.startsWith("good") ? agent(`did:${authorization}`) : { kind: "anonymous" };
    };
    const failures = createMemoryLimiter({ requests: FAILURES, windowSeconds: 3_600 });
    buckets = new Buckets((authorization) => identify(authorization), failures);
  });
  const choose = (authorization?: string, address = "192.0.2.1") => buckets.choose(authorization, scopeAt(address));

  it("is the address's without a token, the principal's with a verified one", async () => {
    expect(await choose()).toBe("address:192.0.2.1");
    expect(await choose("good")).toBe("principal:did:good");
    expect(await choose("good", "192.0.2.2")).toBe("principal:did:good");
  });

  it("is the address's for a token that is wrong, cannot be one, or cannot be looked up", async () => {
    expect(await choose("wrong")).toBe("address:192.0.2.1");
    identify = () => undefined;
    expect(await choose("implausible")).toBe("address:192.0.2.1");
    identify = () => Promise.reject(new Error("the database is down"));
    expect(await choose("good")).toBe("address:192.0.2.1");
  });

  it("is the address's while the look-up of a token hangs, and the principal's from when it is answered", async () => {
    let answer: (caller: Caller) => void = () => {};
    identify = () => new Promise((resolve) => (answer = resolve));
    expect(await choose("good")).toBe("address:192.0.2.1");
    answer(agent("did:good"));
    await expect.poll(() => choose("good")).toBe("principal:did:good");
  });

  it("hands the caller on only within the request that looked it up", async () => {
    const [first, second] = [scopeAt("192.0.2.1"), scopeAt("192.0.2.1")];
    await buckets.choose("good", first);
    await buckets.choose("good", second);
    expect(first.authenticated).toEqual(agent("did:good"));
    expect(second.authenticated).toBeUndefined();
  });

  it("is remembered for 30 seconds and looked up again after", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let asked = 0; asked < 3; asked++) await choose("good");
    expect(lookups).toHaveLength(1);
    vi.setSystemTime(Date.now() + 29_999);
    await choose("good");
    expect(lookups).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2);
    await choose("good");
    expect(lookups).toHaveLength(2);
  });

  it("is remembered for 10,000 tokens, the newest of them", async () => {
    for (let n = 0; n <= 10_000; n++) await choose(`good ${n}`);
    lookups = [];
    await choose("good 10000");
    await choose("good 1");
    expect(lookups).toEqual([]);
    await choose("good 0");
    expect(lookups).toEqual(["good 0"]);
  });

  it("is refused to an address that tried too many wrong tokens, and to no other", async () => {
    await choose("good");
    for (let tried = 0; tried < FAILURES; tried++) expect(await choose(`wrong ${tried}`)).toBe("address:192.0.2.1");
    expect(await choose("wrong again")).toBeNull();
    expect(lookups).not.toContain("wrong again");
    expect(await choose("wrong", "192.0.2.2")).toBe("address:192.0.2.2");
    expect(await choose()).toBe("address:192.0.2.1");
    expect(await choose("good")).toBe("principal:did:good");
  });

  it("costs no wrong try while the database is down", async () => {
    identify = () => Promise.reject(new Error("the database is down"));
    for (let tried = 0; tried < FAILURES * 2; tried++) expect(await choose("good")).not.toBeNull();
  });
});
