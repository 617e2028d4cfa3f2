import { describe, expect, it } from "vitest";
import { TIERS, Tier, tierAtLeast } from "./tiers";

describe("tiers", () => {
  it("are the contract's five, lowest first", () => {
    expect(Tier.options).toEqual(["T0", "T1", "T2", "T3", "T4"]);
    expect(Object.keys(TIERS)).toEqual(Tier.options);
  });

  it("are ordered: a tier reaches itself and every one below, and none above", () => {
    for (const [rank, tier] of Tier.options.entries()) {
      const reached = Tier.options.filter((needed) => tierAtLeast(tier, needed));
      expect(reached).toEqual(Tier.options.slice(0, rank + 1));
    }
  });
});
