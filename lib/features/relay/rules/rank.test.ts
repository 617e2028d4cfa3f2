import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SkillText } from "@/lib/search/schema";
import type { Candidate } from "./candidate";
import { buildSkillProfile } from "./profile";
import { rankCandidates } from "./rank";
import { THRESHOLD } from "./settings";

const BUILT_IN = { vectorStore: true, embedding: null, baseline: null };

function candidate(did: string, texts: SkillText[], overrides: Partial<Candidate> = {}): Candidate {
  const plain = { did, name: did, skill: did, trustScore: 0, deprecated: false, listed: false, cosine: 0.5 };
  return { ...plain, profile: buildSkillProfile(texts), ...overrides };
}

const examples = (...texts: string[]): SkillText[] => texts.map((text) => ({ kind: "example", text }));
const capability = (text: string): SkillText[] => [{ kind: "capability", text }];

const TRANSLATOR = candidate(
  "translator",
  examples(
    "how do you say hello in french",
    "what is the german word for bread",
    "translate this sentence to polish",
    "in spanish, good night is said how",
  ),
);
const BANKER = candidate(
  "banker",
  examples(
    "what is my account balance",
    "how much money do i have in the bank",
    "freeze my bank account please",
    "how do i send money to my savings",
  ),
);
const COOK = candidate(
  "cook",
  examples("how do i cook rice", "what is a good recipe for soup", "how long do i boil an egg", "suggest a dinner"),
);
const FEDERATION = [BANKER, COOK, TRANSLATOR];

describe("routing an intent", () => {
  it.each([
    ["how would one say bread in spanish", "translator"],
    ["is there money left in my account", "banker"],
    ["recipe for rice soup", "cook"],
  ])("finds the agent with a similar text: %s", (intent, did) => {
    const ranking = rankCandidates(intent, FEDERATION, BUILT_IN);
    expect(ranking.target?.did).toBe(did);
    expect(ranking.match).toBe("semantic");
    expect(ranking.target?.reason).toMatch(/^nearest example “/);
  });

  it.each([
    "who won the football game yesterday",
    "?!… --- ***",
    "🎈🎈🎈",
    "ile kosztuje bilet do Gdańska",
    "x".repeat(512),
  ])("has no match rather than an unrelated one: %s", (intent) => {
    const ranking = rankCandidates(intent, FEDERATION, BUILT_IN);
    expect(ranking).toMatchObject({ match: "none", target: null, threshold: THRESHOLD });
    expect(ranking.reason).toMatch(/^No agent/);
  });

  it("finds a capability by its name in any notation", () => {
    const reviewer = candidate("reviewer", capability("code-review"));
    const ranking = rankCandidates("Code review", [...FEDERATION, reviewer], BUILT_IN);
    expect(ranking.target).toMatchObject({ did: "reviewer", score: 1, match: "syntactic" });
    expect(ranking.reason).toBe("capability named exactly “code-review”");
  });

  it("gives the score 1 only to a text that equals the intent", () => {
    const one = candidate("one", examples("Review a contract"));
    const same = rankCandidates("Review a contract", [one, COOK], BUILT_IN).target;
    const other = rankCandidates("Translate a contract", [one, COOK], BUILT_IN).ranked[0];
    expect([same?.score, other?.did]).toEqual([1, "one"]);
    expect(other?.score).toBeLessThan(1);
  });

  it("does not report the words of any request as the reason", () => {
    const driver = candidate("driver", examples("When must the driver rest?"));
    const [first] = rankCandidates("which bus goes to the airport", [driver], BUILT_IN).ranked;
    expect(first?.reason).not.toMatch(/“the”/);
    expect(rankCandidates("the driver", [driver], BUILT_IN).ranked[0]?.reason).toMatch(/has “driver”$/);
  });

  it("finds an agent that has only a label, by an intent with that word", () => {
    const labelled = ["translate", "summarise", "code-review", "weather"].map((label) =>
      candidate(label, capability(label)),
    );
    expect(rankCandidates("translate this letter", labelled, BUILT_IN).target?.did).toBe("translate");
    expect(rankCandidates("write me a poem about autumn", labelled, BUILT_IN).target).toBeNull();
  });

  it("uses trust only between equal scores", () => {
    const twin = { ...TRANSLATOR, did: "trusted", trustScore: 90 };
    const ranking = rankCandidates("how would one say bread in spanish", [TRANSLATOR, twin, BANKER], BUILT_IN);
    expect(ranking.ranked.map(({ did }) => did).slice(0, 2)).toEqual(["trusted", "translator"]);
    const trustedBanker = { ...BANKER, trustScore: 100 };
    expect(rankCandidates("translate this", [TRANSLATOR, trustedBanker], BUILT_IN).ranked[0]?.did).toBe("translator");
  });

  it("still finds a match if twenty agents offer the same", () => {
    const twins = Array.from({ length: 20 }, (_, n) => ({ ...TRANSLATOR, did: `translator-${n}` }));
    const alone = rankCandidates("how would one say bread in spanish", FEDERATION, BUILT_IN);
    const crowded = rankCandidates("how would one say bread in spanish", [BANKER, COOK, ...twins], BUILT_IN);
    expect(crowded.match).toBe("semantic");
    expect(crowded.target?.score).toBeGreaterThan((alone.target?.score ?? 1) * 0.9);
  });

  it("lists an agent once, by its best skill", () => {
    const both = [TRANSLATOR, { ...COOK, did: TRANSLATOR.did, skill: "cooking" }];
    const ranking = rankCandidates("recipe for rice soup", both, BUILT_IN);
    expect(ranking.ranked).toHaveLength(1);
    expect(ranking.target?.skill).toBe("cooking");
  });

  it("decides the same without the vector store, and reports the match as syntactic", () => {
    const worded = FEDERATION.map((one) => ({ ...one, cosine: null }));
    const withStore = rankCandidates("recipe for rice soup", FEDERATION, BUILT_IN);
    const without = rankCandidates("recipe for rice soup", worded, { ...BUILT_IN, vectorStore: false });
    expect(without.target).toEqual({ ...withStore.target, match: "syntactic" });
  });

  it("does not depend on the order in which candidates were found", () => {
    const other = rankCandidates("is there money left", [...FEDERATION].reverse(), BUILT_IN);
    expect(other.ranked).toEqual(rankCandidates("is there money left", FEDERATION, BUILT_IN).ranked);
  });

  it("gives any intent and texts scores of 0 to 1 in descending order", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    const skills = fc.array(fc.array(text, { maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(text, skills, (intent, all) => {
        const candidates = all.map((texts, n) => candidate(`agent-${n}`, examples(...texts)));
        const { ranked, target } = rankCandidates(intent, candidates, BUILT_IN);
        expect(ranked).toHaveLength(candidates.length);
        const scores = ranked.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
        expect(target === null || target.score >= THRESHOLD).toBe(true);
      }),
    );
  });
});

describe("a deprecated agent", () => {
  const intent = "weather forecast";
  const named = candidate("named", capability(intent), { deprecated: true });
  const near = candidate("near", examples("what is the weather forecast for tomorrow"));

  it("comes after all others that reach the threshold, even with a higher score, and before those below it", () => {
    const { ranked, target } = rankCandidates(intent, [named, near, COOK], BUILT_IN);
    expect(ranked.map(({ did }) => did)).toEqual(["near", "named", "cook"]);
    expect(target?.did).toBe("near");
    const before = rankCandidates(intent, [{ ...named, deprecated: false }, near, COOK], BUILT_IN);
    expect(before.target?.did).toBe("named");
  });

  it("is still chosen if no other agent fits", () => {
    expect(rankCandidates(intent, [named, COOK], BUILT_IN).target).toMatchObject({ did: "named", score: 1 });
  });
});

describe("with a remote model's vectors", () => {
  it("finds by meaning an agent that shares no word with the intent, on any scale of the model's cosines", () => {
    for (const [baseline, near, far] of [
      [0.1, 0.5, 0.15],
      [0.75, 0.88, 0.77],
    ] as const) {
      const found = [
        { ...TRANSLATOR, cosine: near },
        { ...COOK, cosine: far },
      ];
      const ranking = rankCandidates("wie heißt das auf Deutsch", found, { ...BUILT_IN, baseline });
      expect(ranking.target).toMatchObject({ did: "translator", reason: "close in meaning to “translator”" });
      const strangers = found.map((one) => ({ ...one, cosine: far }));
      expect(rankCandidates("wie spät ist es", strangers, { ...BUILT_IN, baseline }).match).toBe("none");
    }
  });
});
