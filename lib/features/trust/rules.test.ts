import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Tier } from "@/lib/identity/tiers";
import { earnedTier, isVerified, scoreAgent, type TrustFacts, utcDay, WEIGHTS } from "./rules";

const TODAY = "2030-06-30";
const DAY_MILLISECONDS = 86_400_000;
const daysAgo = (days: number) => utcDay(new Date(Date.parse(TODAY) - days * DAY_MILLISECONDS));

const NEWCOMER: TrustFacts = {
  registrationParts: 0,
  keyVerified: false,
  domains: [],
  audits: [],
  incidents: [],
  registeredOn: TODAY,
};
const facts = (some: Partial<TrustFacts> = {}): TrustFacts => ({ ...NEWCOMER, ...some });
const pass = (auditor = "did:fed:s0:a", days = 0) => ({ verdict: "pass" as const, day: daysAgo(days), auditor });
const fail = (auditor = "did:fed:s0:a", days = 0) => ({ verdict: "fail" as const, day: daysAgo(days), auditor });
const incident = (severity: "LOW" | "MAJOR" | "CRITICAL", days = 0) => ({ severity, day: daysAgo(days) });
const score = (some: Partial<TrustFacts>) => scoreAgent(facts(some), TODAY).score;

const day = fc.integer({ min: -30, max: 800 }).map(daysAgo);
const anyFacts: fc.Arbitrary<TrustFacts> = fc.record({
  registrationParts: fc.integer({ min: 0, max: 8 }),
  keyVerified: fc.boolean(),
  domains: fc.uniqueArray(fc.constantFrom("a.example", "b.example", "c.example")),
  audits: fc.array(
    fc.record({
      verdict: fc.constantFrom("pass" as const, "fail" as const),
      day,
      auditor: fc.constantFrom("did:fed:s0:a", "did:fed:s0:b", "did:fed:s0:c"),
    }),
    { maxLength: 12 },
  ),
  incidents: fc.array(
    fc.record({ severity: fc.constantFrom("LOW" as const, "MAJOR" as const, "CRITICAL" as const), day }),
    {
      maxLength: 12,
    },
  ),
  registeredOn: day,
});

describe("scoreAgent by example", () => {
  it.each<[string, Partial<TrustFacts>, number]>([
    ["nothing", {}, 0],
    ["half a record", { registrationParts: 4 }, 10],
    ["a full record", { registrationParts: 8 }, 20],
    ["a proven key", { keyVerified: true }, 15],
    ["an audit passed today", { audits: [pass()] }, 16],
    ["an audit passed 73 days ago, a fifth of a year", { audits: [pass("a", 73)] }, 12.8],
    ["an audit passed a year ago", { audits: [pass("a", 365)] }, 0],
    ["three audits passed today: at most 40", { audits: [pass(), pass(), pass()] }, 40],
    ["a domain", { domains: ["a.example"] }, 5],
    ["several domains: they count once", { domains: ["a.example", "b.example", "c.example"] }, 5],
    ["90 days of tenure", { registeredOn: daysAgo(90) }, 10],
    ["180 days of tenure", { registeredOn: daysAgo(180) }, 20],
    ["ten years of tenure", { registeredOn: daysAgo(3_650) }, 20],
    ["a failed audit beside a full record", { registrationParts: 8, audits: [fail()] }, 0],
    ["a LOW incident beside a full record", { registrationParts: 8, incidents: [incident("LOW")] }, 18],
    ["a MAJOR one", { registrationParts: 8, incidents: [incident("MAJOR")] }, 12],
    ["a MAJOR one 90 days ago", { registrationParts: 8, incidents: [incident("MAJOR", 90)] }, 16],
    ["a CRITICAL one", { registrationParts: 8, keyVerified: true, incidents: [incident("CRITICAL")] }, 10],
    ["a CRITICAL one half a year ago", { registrationParts: 8, incidents: [incident("CRITICAL", 180)] }, 20],
  ])("%s", (_, some, expected) => {
    expect(score(some)).toBe(expected);
  });

  it("reaches 100 with everything in order, and no further", () => {
    const best = {
      registrationParts: 8,
      keyVerified: true,
      domains: ["a.example"],
      audits: [pass(), pass(), pass(), pass()],
    };
    expect(score({ ...best, registeredOn: daysAgo(180) })).toBe(100);
  });
});

describe("scoreAgent for any facts", () => {
  it("is the sum of its signals, limited to 0 to 100", () => {
    fc.assert(
      fc.property(anyFacts, (some) => {
        const { score: total, signals } = scoreAgent(some, TODAY);
        const tenths = signals.reduce((sum, { contribution }) => sum + Math.round(contribution * 10), 0);
        expect(Math.round(total * 10)).toBe(Math.min(Math.max(tenths, 0), 1_000));
      }),
    );
  });

  it("has a score and contributions in tenths, each within its signal's maximum", () => {
    fc.assert(
      fc.property(anyFacts, (some) => {
        const { score: total, signals } = scoreAgent(some, TODAY);
        for (const value of [total, ...signals.map(({ contribution }) => contribution)]) {
          expect(value).toBe(Math.round(value * 10) / 10 + 0);
        }
        for (const { contribution, maximum } of signals) expect(contribution).toBeLessThanOrEqual(maximum);
      }),
    );
  });

  it("lists every signal once, in one order, whatever its value", () => {
    fc.assert(
      fc.property(anyFacts, (some) => {
        const names = scoreAgent(some, TODAY).signals.map(({ name }) => name);
        expect(names).toEqual(["registration", "verified_key", "verified_domain", "audits", "tenure", "incidents"]);
      }),
    );
  });

  it("grows with tenure, never shrinks", () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(400), (some, days) => {
        const earlier = {
          ...some,
          registeredOn: utcDay(new Date(Date.parse(some.registeredOn) - days * DAY_MILLISECONDS)),
        };
        expect(scoreAgent(earlier, TODAY).score).toBeGreaterThanOrEqual(scoreAgent(some, TODAY).score);
      }),
    );
  });

  it("has maxima that add up to 100", () => {
    const { signals } = scoreAgent(NEWCOMER, TODAY);
    expect(signals.reduce((sum, { maximum }) => sum + maximum, 0)).toBe(100);
  });

  it("is published with its weights: nothing else enters it", () => {
    expect(score({ registrationParts: 1 })).toBe(WEIGHTS.registration.maximum / WEIGHTS.registration.parts / 10);
    expect(score({ keyVerified: true })).toBe(WEIGHTS.verifiedKey.maximum / 10);
    expect(score({ domains: ["a.example"] })).toBe(WEIGHTS.verifiedDomain.maximum / 10);
  });
});

describe("purity", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("returns the same score and tier for the same facts, at any time", () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
        (some, now) => {
          const frozen = Object.freeze({ ...some, audits: Object.freeze(some.audits) });
          const before = [scoreAgent(frozen, TODAY), earnedTier(frozen, true, TODAY)];
          vi.useFakeTimers({ now });
          expect([scoreAgent(frozen, TODAY), earnedTier(frozen, true, TODAY)]).toEqual(before);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("earnedTier", () => {
  const registered = (some: Partial<TrustFacts>) => earnedTier(facts(some), true, TODAY);
  /** Worth 40 points without an audit. */
  const settled = { registrationParts: 8, registeredOn: daysAgo(180) };

  it("is T0 until registered, with any other facts", () => {
    fc.assert(fc.property(anyFacts, (some) => earnedTier(some, false, TODAY) === "T0"));
  });

  it("is T1 once registered", () => {
    expect(registered({})).toBe("T1");
    expect(registered(settled)).toBe("T1");
  });

  it("is T2 with a passed audit and 40 points, not with 39.9", () => {
    const withAudit = { registrationParts: 8, audits: [pass()] };
    expect(score({ ...withAudit, registeredOn: daysAgo(36) })).toBe(40);
    expect(registered({ ...withAudit, registeredOn: daysAgo(36) })).toBe("T2");
    expect(score({ ...withAudit, registeredOn: daysAgo(35) })).toBe(39.9);
    expect(registered({ ...withAudit, registeredOn: daysAgo(35) })).toBe("T1");
  });

  it("is T3 with three passed audits by two auditors and 60 points", () => {
    expect(registered({ ...settled, audits: [pass("a"), pass("a"), pass("b")] })).toBe("T3");
  });

  it("counts the agents of one organisation as one auditor", () => {
    const by = (auditor: string, organisation: string) => ({ ...pass(auditor), organisation });
    const alike = [by("did:fed:s0:a", "Assay"), by("did:fed:s0:b", "Assay"), by("did:fed:s0:c", "Assay")];
    expect(registered({ ...settled, audits: alike })).toBe("T2");
    expect(registered({ ...settled, audits: [...alike, by("did:fed:s0:d", "Watch")] })).toBe("T3");
  });

  it("stays T2 if one auditor passed it three times, or if there are only two audits", () => {
    expect(registered({ ...settled, audits: [pass("a"), pass("a"), pass("a")] })).toBe("T2");
    expect(registered({ ...settled, audits: [pass("a"), pass("b")] })).toBe("T2");
  });

  it("is T1 until an audit is passed after the failed one, and then T2 until that is 30 days old", () => {
    const passes = [pass("a", 40), pass("b", 40), pass("c", 40), pass("a", 40)];
    const tierAfter = (days: number, later: TrustFacts["audits"]) =>
      registered({ ...settled, keyVerified: true, audits: [...passes, fail("a", days), ...later] });
    expect(tierAfter(29, [])).toBe("T1");
    expect(tierAfter(365, [])).toBe("T1");
    expect(tierAfter(29, [pass("b", 3)])).toBe("T2");
    expect(tierAfter(30, [pass("b", 3)])).toBe("T3");
  });

  it("falls at once with a failed audit, and with CRITICAL incidents through the score", () => {
    const good = { ...settled, audits: [pass("a"), pass("b"), pass("c")] };
    expect(registered(good)).toBe("T3");
    expect(registered({ ...good, audits: [...good.audits, fail("b")] })).toBe("T1");
    expect(registered({ ...good, incidents: [incident("CRITICAL"), incident("CRITICAL")] })).toBe("T1");
  });

  it("is T1 at most for the 30 days after one CRITICAL incident, whatever the score", () => {
    const good = { ...settled, keyVerified: true, audits: [pass("a"), pass("b"), pass("c")] };
    expect(score({ ...good, incidents: [incident("CRITICAL", 29)] })).toBeGreaterThan(60);
    expect(registered({ ...good, incidents: [incident("CRITICAL", 29)] })).toBe("T1");
    expect(registered({ ...good, incidents: [incident("CRITICAL", 30)] })).toBe("T3");
    expect(registered({ ...good, incidents: [incident("MAJOR")] })).toBe("T3");
  });

  it("is never T4: only an operator grants that", () => {
    fc.assert(
      fc.property(anyFacts, fc.boolean(), (some, isRegistered) => earnedTier(some, isRegistered, TODAY) !== "T4"),
    );
  });

  it("never rises by a failed audit or an incident, never falls by a passed audit", () => {
    fc.assert(
      fc.property(anyFacts, day, (some, when) => {
        const tier = earnedTier(some, true, TODAY);
        const failed = { ...some, audits: [...some.audits, { verdict: "fail" as const, day: when, auditor: "x" }] };
        const passed = { ...some, audits: [...some.audits, { verdict: "pass" as const, day: when, auditor: "x" }] };
        const named = { ...some, incidents: [...some.incidents, { severity: "LOW" as const, day: when }] };
        expect(earnedTier(failed, true, TODAY) <= tier).toBe(true);
        expect(earnedTier(passed, true, TODAY) >= tier).toBe(true);
        expect(earnedTier(named, true, TODAY) <= tier).toBe(true);
      }),
    );
  });
});

describe("isVerified", () => {
  it("is for active agents above T0 only", () => {
    expect(Tier.options.map((tier) => isVerified({ status: "active", trustTier: tier, listed: null }))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    for (const status of ["unverified", "pending", "suspended"])
      expect(isVerified({ status, trustTier: "T4", listed: null })).toBe(false);
  });
});
