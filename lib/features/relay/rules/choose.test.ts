import { describe, expect, it } from "vitest";
import type { Found } from "@/lib/search/ranking/agent-index";
import type { MetTerm } from "@/lib/search/ranking/met";
import { explain, type FoundRecord, reasonForNone, selectEligible } from "./choose";

const fits = (did: string, p = 0.9): Found => ({ did, p, level: "fits", by: "words" });
const mayFit = (did: string, p = 0.4): Found => ({ did, p, level: "may fit", by: "words" });
const recordsOf = (...records: (Partial<FoundRecord> & { did: string })[]) =>
  new Map(
    records.map(({ did, ...more }) => [
      did,
      { did, name: did, tier: "T1" as const, isListed: false, isDeprecated: false, ...more },
    ]),
  );
const met = (term: string, how: MetTerm["how"]): MetTerm => ({ term, word: "x", how, field: "description" });

describe("the agents to which the relay may route", () => {
  it("are members of T1 and above and listed records, but never the source or one that is gone", () => {
    const records = recordsOf(
      { did: "joined", tier: "T0" },
      { did: "listed", tier: "T0", isListed: true },
      { did: "member" },
      { did: "source" },
    );
    const found = ["source", "joined", "gone", "listed", "member"].map((did) => fits(did));
    expect(selectEligible(found, records, "source").map(({ did }) => did)).toEqual(["listed", "member"]);
    expect(selectEligible(found, records, undefined).map(({ did }) => did)).toEqual(["source", "listed", "member"]);
  });

  it("keep the ranker's order, but deprecated ones come after all others that fit", () => {
    const records = recordsOf({ did: "old", isDeprecated: true }, { did: "new" }, { did: "far" });
    const found = [fits("old"), fits("new", 0.7), mayFit("far")];
    expect(selectEligible(found, records, undefined).map(({ did }) => did)).toEqual(["new", "old", "far"]);
  });
});

describe("the reason for an agent", () => {
  it("names the words that it has, then the related ones", () => {
    const words = [met("rain", "exact"), met("forecast", "related"), met("sky", "name"), met("snwo", "near")];
    expect(explain(fits("a"), words, undefined)).toEqual({
      match: "syntactic",
      reason: "has “rain”, “snwo”; has words related to “forecast”, “sky”",
    });
    expect(explain(fits("a"), [met("forecast", "related")], undefined).match).toBe("semantic");
    const corrections = [{ word: "snwo", readAs: "snow" }];
    expect(explain(fits("a"), [met("snwo", "near")], undefined, corrections).reason).toBe("has “snow”");
    expect(explain(fits("a"), [], undefined).reason).toBe("close to the intent as a whole");
    expect(explain(fits("a", 1), [], undefined)).toEqual({ match: "syntactic", reason: "named by the intent" });
  });

  it("is its example if that decided", () => {
    const example = { score: 0.8, p: 0.95, isSemantic: true, reason: "nearest example “will it rain”" };
    expect(explain({ p: 0.95, by: "examples" }, [met("rain", "exact")], example)).toEqual({
      match: "semantic",
      reason: "nearest example “will it rain”",
    });
    expect(explain(fits("a", 0.9), [met("rain", "exact")], example).reason).toBe("has “rain”");
  });

  it("for nobody says what the agents lack", () => {
    const best = { name: "Sky", score: 0.4 };
    const none = { threshold: 0.65, unsaid: ["zeppelin"] };
    expect(reasonForNone({ ...none, reason: "not offered" }, best)).toBe(
      "No agent says anything like “zeppelin”. The best, Sky, has a score of 0.4. The threshold is 0.65.",
    );
    expect(reasonForNone({ ...none, reason: "none fits" }, best)).toMatch(/^No agent fits well enough\./);
    expect(reasonForNone({ ...none, reason: "no match" }, undefined)).toMatch(/^No agent has skills/);
    expect(reasonForNone({ ...none, reason: "nothing asked" }, undefined)).toMatch(/^The intent has no word/);
  });
});
