import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SkillText } from "../schema";
import type { Candidate } from "./candidate";
import { buildSkillProfile } from "./profile";
import { probabilityOf, type Retrieval, scoreByExamples } from "./score";
import { THRESHOLD } from "./settings";

const BY_WORDS = { embedding: null, baseline: null };

function candidate(did: string, texts: SkillText[], overrides: Partial<Candidate> = {}): Candidate {
  return { did, skill: did, cosine: null, profile: buildSkillProfile(texts), ...overrides };
}

/** Returns the agents with their scores, the best first. */
function ranked(question: string, candidates: readonly Candidate[], retrieval: Retrieval = BY_WORDS) {
  const found = [...scoreByExamples(question, candidates, retrieval)].map(([did, match]) => ({ did, ...match }));
  return found.sort((x, y) => y.score - x.score || (x.did < y.did ? -1 : 1));
}

/** Returns the agent whose score reaches the threshold. */
const bestFor = (question: string, candidates: readonly Candidate[]) =>
  ranked(question, candidates).find(({ score }) => score >= THRESHOLD)?.did;

const examples = (...texts: string[]): SkillText[] => texts.map((text) => ({ kind: "example", text }));

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
const ACCOUNTANT = candidate("accountant", examples("is the VAT right"));
const FEDERATION = [BANKER, COOK, TRANSLATOR];

describe("an agent's examples", () => {
  it.each([
    ["how would one say bread in spanish", "translator"],
    ["is there money left in my account", "banker"],
    ["recipe for rice soup", "cook"],
  ])("find the agent with a similar one: %s", (question, did) => {
    expect(bestFor(question, FEDERATION)).toBe(did);
    expect(ranked(question, FEDERATION)[0]?.reason).toMatch(/^nearest example “/);
  });

  it.each([
    "who won the football game yesterday",
    "?!… --- ***",
    "🎈🎈🎈",
    "how tall is the eiffel tower",
    "ile kosztuje bilet do Gdańska",
    "x".repeat(512),
  ])("find nobody rather than an unrelated one: %s", (question) => {
    expect(bestFor(question, FEDERATION)).toBeUndefined();
  });

  it("find nobody by words that every question has", () => {
    expect(bestFor("how tall is the Eiffel tower", [ACCOUNTANT])).toBeUndefined();
    expect(bestFor("is the VAT of this invoice right", [ACCOUNTANT])).toBe("accountant");
  });

  it("give the score 1 only if one equals the question, in any notation", () => {
    const one = candidate("one", examples("Review a contract"));
    expect(ranked("review-a-contract", [one, COOK])[0]).toMatchObject({ did: "one", score: 1 });
    const [other] = ranked("Translate a contract", [one, COOK]);
    expect(other?.did).toBe("one");
    expect(other?.score).toBeLessThan(1);
  });

  it("are not reported as the reason for the words of any request", () => {
    const driver = candidate("driver", examples("When must the driver rest?"));
    expect(ranked("which bus goes to the airport", [driver])[0]?.reason).not.toMatch(/“the”/);
    expect(ranked("the driver", [driver])[0]?.reason).toMatch(/has “driver”$/);
  });

  it("still find an agent if twenty offer the same", () => {
    const twins = Array.from({ length: 20 }, (_, n) => ({ ...TRANSLATOR, did: `translator-${n}` }));
    const question = "how would one say bread in spanish";
    const [alone] = ranked(question, FEDERATION);
    const [crowded] = ranked(question, [BANKER, COOK, ...twins]);
    expect(crowded?.score).toBeGreaterThan((alone?.score ?? 1) * 0.9);
  });

  it("count by the best skill of an agent", () => {
    const both = [TRANSLATOR, { ...COOK, did: TRANSLATOR.did, skill: "cooking" }];
    const found = ranked("recipe for rice soup", both);
    expect(found).toHaveLength(1);
    expect(found[0]?.reason).toContain("“cooking”");
  });

  it("say whether vectors found the agent", () => {
    const [byWords] = ranked("recipe for rice soup", FEDERATION);
    const near = FEDERATION.map((one) => ({ ...one, cosine: 0.5 }));
    expect(ranked("recipe for rice soup", near)[0]).toEqual({ ...byWords, isSemantic: true });
  });

  it("give the same scores in whatever order they were found", () => {
    expect(ranked("is there money left", [...FEDERATION].reverse())).toEqual(ranked("is there money left", FEDERATION));
  });

  it("give any question and texts scores of 0 to 1, and a probability that grows with them", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    const skills = fc.array(fc.array(text, { maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(text, skills, (question, all) => {
        const candidates = all.map((texts, n) => candidate(`agent-${n}`, examples(...texts)));
        const found = ranked(question, candidates);
        expect(found).toHaveLength(candidates.length);
        expect(found.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
        const likely = found.map(({ p }) => p);
        expect(likely).toEqual(likely.toSorted((x, y) => y - x));
      }),
    );
    expect(probabilityOf(THRESHOLD)).toBeCloseTo(0.5);
    expect(probabilityOf(1)).toBeGreaterThan(0.95);
  });
});

describe("with a remote model's vectors", () => {
  it("finds by meaning an agent that shares no word with the question, on any scale of the model's cosines", () => {
    for (const [baseline, near, far] of [
      [0.1, 0.5, 0.15],
      [0.75, 0.88, 0.77],
    ] as const) {
      const retrieval = { embedding: null, baseline };
      const found = [
        { ...TRANSLATOR, cosine: near },
        { ...COOK, cosine: far },
      ];
      const [best] = ranked("wie heißt das auf Deutsch", found, retrieval);
      expect(best).toMatchObject({ did: "translator", reason: "close in meaning to “translator”" });
      expect(best?.score).toBeGreaterThan(THRESHOLD);
      const strangers = found.map((one) => ({ ...one, cosine: far }));
      expect(ranked("wie spät ist es", strangers, retrieval)[0]?.score).toBeLessThan(THRESHOLD);
    }
  });
});
