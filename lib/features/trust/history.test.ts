import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Tier } from "@/lib/identity/tiers";
import { isEvent, runsOf } from "./history";
import type { TrustChange } from "./schema";

const change = (day: number, kind: TrustChange["reason"]["kind"], score: number, tier: Tier = "T1"): TrustChange => ({
  at: new Date(Date.UTC(2030, 0, day)).toISOString(),
  as_of: new Date(Date.UTC(2030, 0, day)).toISOString().slice(0, 10),
  trust_score: score,
  trust_tier: tier,
  reason: { kind },
});

describe("runsOf", () => {
  it("shows events one by one, the days between them as one item, and a tier that changed by time alone as an event", () => {
    const history = [
      ...[change(1, "joined", 0, "T0"), change(1, "registered", 5)],
      ...[change(2, "new_day", 5.1), change(3, "new_day", 5.3)],
      ...[change(4, "audit_passed", 45, "T2"), change(5, "new_day", 44.9, "T2"), change(6, "new_day", 39.9)],
      change(7, "new_day", 39.8),
    ];
    const runs = runsOf(history.toReversed());
    expect(runs.map(({ first, last, changes }) => [first.trust_score, last.trust_score, changes])).toEqual([
      ...[
        [0, 0, 1],
        [5, 5, 1],
        [5.1, 5.3, 2],
      ],
      ...[
        [45, 45, 1],
        [44.9, 44.9, 1],
        [39.9, 39.8, 2],
      ],
    ]);
    expect(runs.map(isEvent)).toEqual([true, true, false, true, false, true]);
  });

  it("leaves out no change, and begins each run at the end of the one before", () => {
    const any = fc.tuple(
      fc.constantFrom("new_day" as const, "registered" as const),
      fc.nat(100),
      fc.constantFrom(...Tier.options),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (steps) => {
        const history = steps.map(([kind, score, tier], at) => change(at + 1, kind, score, tier));
        const runs = runsOf(history.toReversed());
        expect(runs.reduce((total, { changes }) => total + changes, 0)).toBe(history.length);
        for (const [at, run] of runs.entries()) expect(run.before).toBe(runs[at - 1]?.last);
      }),
    );
  });
});
