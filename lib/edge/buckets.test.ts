import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { RequestScope } from "@/lib/authority/context";
import type { Caller } from "@/lib/identity/permissions";
import { Buckets } from "./buckets";
import { KnownSecrets } from "./known-secrets";
import { TokenBudget, TooManyWrongSecrets } from "./token-budget";

const FAILURES = 3;
const DAY_MILLISECONDS = 86_400_000;
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
    const known = new KnownSecrets(DAY_MILLISECONDS);
    const budget = new TokenBudget({ requests: FAILURES, windowSeconds: 3_600 }, 0, known);
    buckets = new Buckets((authorization) => identify(authorization), budget, known);
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
    expect(first.authenticated?.caller).toEqual(agent("did:good"));
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

  it("is not held up by wrong tokens for one that was valid within a day, nor refused while the database hangs", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await choose("good");
    for (let tried = 0; tried < FAILURES; tried++) await choose(`wrong ${tried}`);
    vi.setSystemTime(Date.now() + DAY_MILLISECONDS / 2);
    identify = () => new Promise(() => {});
    expect(await choose("good")).toBe("principal:did:good");
  });

  it("is the address's again once a token that was valid has ended", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await choose("good");
    vi.setSystemTime(Date.now() + 30_001);
    identify = async () => ({ kind: "anonymous" });
    expect(await choose("good")).toBe("address:192.0.2.1");
    identify = () => new Promise(() => {});
    expect(await choose("good")).toBe("address:192.0.2.1");
  });

  it("is found with one look-up for many requests of one token, and hands the caller to the first only", async () => {
    const scopes = Array.from({ length: 30 }, () => scopeAt("192.0.2.1"));
    const chosen = await Promise.all(scopes.map((scope) => buckets.choose("good", scope)));
    expect(new Set(chosen)).toEqual(new Set(["principal:did:good"]));
    expect(lookups).toEqual(["good"]);
    expect(scopes.filter(({ authenticated }) => authenticated)).toEqual([scopes[0]]);
  });

  it("is refused to an address with too many wrong tokens and another one under way, and to no other", async () => {
    await choose("good");
    for (let tried = 0; tried < FAILURES; tried++) expect(await choose(`wrong ${tried}`)).toBe("address:192.0.2.1");
    const answers: ((caller: Caller) => void)[] = [];
    identify = () => new Promise((resolve) => answers.push(resolve));
    const inTurn = choose("good, but new");
    await expect(choose("wrong again")).rejects.toBeInstanceOf(TooManyWrongSecrets);
    const elsewhere = choose("wrong", "192.0.2.2");
    expect(await choose()).toBe("address:192.0.2.1");
    expect(await choose("good")).toBe("principal:did:good");
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers) answer(agent("did:new"));
    expect(await inTurn).toBe("principal:did:new");
    expect(await elsewhere).toBe("principal:did:new");
  });

  it("costs no wrong try while the database is down", async () => {
    identify = () => Promise.reject(new Error("the database is down"));
    for (let tried = 0; tried < FAILURES * 2; tried++) expect(await choose("good")).toBe("address:192.0.2.1");
  });
});
