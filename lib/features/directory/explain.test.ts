import { describe, expect, it } from "vitest";
import { explainMet, leftOver, type Met, nothingText, saidText, tellingOf } from "./explain";
import type { AskedWord, MetWord } from "./search-schema";

const asked = (word: string, more: Partial<AskedWord> = {}): AskedWord => ({
  word,
  how: "exact",
  agents: 3,
  telling: 0.5,
  ...more,
});
const met = (term: string, word: string, how: MetWord["how"], field: MetWord["field"] = "description"): MetWord => ({
  term,
  word,
  how,
  field,
});
const found = (...words: MetWord[]): Met => ({ fit: "fits", p: 0.8, met: words });

describe("a question, word by word", () => {
  it.each<[Partial<AskedWord>, string]>([
    [{ agents: 12 }, "12 records have this"],
    [{ agents: 1 }, "1 record has this"],
    [{ how: "near" }, "3 records in another spelling"],
    [{ how: "near", read_as: "receive" }, "3 records you wrote “recieve”"],
    [{ how: "related", agents: 0 }, "0 records only related words"],
    [{ how: "none", agents: 0 }, "0 records nobody here says this"],
  ])("says how the records say it: %j", (word, says) => {
    expect(saidText(asked("recieve", word)).join(" ")).toBe(says);
  });

  it("shows the six words that tell most in their order, folds the others, and names the generic ones apart", () => {
    const words = ["one", "two", "three", "four", "five", "six", "seven"].map((word, n) =>
      asked(word, { telling: n === 1 ? 0.1 : 0.5 }),
    );
    const { shown, folded, generic } = tellingOf([...words, asked("best", { telling: 0 })]);
    expect(shown.map(({ word }) => word)).toEqual(["one", "three", "four", "five", "six", "seven"]);
    expect(folded.map(({ word }) => word)).toEqual(["two"]);
    expect(generic.map(({ word }) => word)).toEqual(["best"]);
  });
});

describe("what a found agent meets", () => {
  it.each<[MetWord, object]>([
    [met("spending", "spend", "exact"), { word: "spend", how: "form of the word" }],
    [met("aws", "AWS", "exact"), { how: "" }],
    [met("aws", "AWS", "exact", "name"), { how: "in its name" }],
    [met("aws", "AWS", "exact", "provider"), { how: "in its provider’s name" }],
    [met("cloud", "AWS", "related"), { word: "AWS", how: "related" }],
    [met("weather", "openweather", "near"), { word: "openweather", how: "part of a word" }],
    [met("postgresql", "MySQL", "name", "told"), { word: "MySQL", how: "related" }],
  ])("names the agent's word and how it meets the question's: %j", (one, shown) => {
    const { met: all } = explainMet(found(one), [asked(one.term)]);
    expect(all).toEqual([{ term: one.term, ...shown }]);
  });

  it("reads a corrected word as the other", () => {
    const words = [asked("contrct", { read_as: "contract", how: "near" })];
    const meets = (word: string, how: MetWord["how"]) => explainMet(found(met("contrct", word, how)), words).met;
    expect(meets("Contract", "near")).toEqual([{ term: "contract", how: "" }]);
    expect(meets("contracts", "near")).toEqual([{ term: "contract", word: "contracts", how: "form of the word" }]);
    expect(meets("lease", "name")).toEqual([{ term: "contract", word: "lease", how: "related" }]);
    expect(explainMet(found(), words).missing).toEqual(["contract"]);
  });

  it("names the words that it does not say, counts those that it meets, and leaves generic ones out", () => {
    const words = [asked("finance"), asked("team"), asked("best", { telling: 0 })];
    const explained = explainMet(found(met("team", "team", "exact"), met("best", "best", "exact")), words);
    expect(explained).toEqual({
      isNamed: false,
      met: [{ term: "team", how: "" }],
      missing: ["finance"],
      share: "1 of 2 words",
    });
    expect(explainMet(found(), words).share).toBe("None of the words, but similar ones");
    expect(explainMet(found(met("team", "team", "exact")), [asked("team")]).share).toBe("");
  });
});

it("leaves over the words that others say, unless these agents say nothing of the question", () => {
  const words = [asked("spend"), asked("team"), asked("zorblax", { how: "none" })];
  expect(leftOver([found(met("spend", "spend", "exact"))], words)).toEqual(["team"]);
  expect(leftOver([found()], [asked("spend"), asked("team")])).toEqual([]);
});

it("says why nothing fits, with the words that nobody says", () => {
  expect(nothingText({ reason: "no match", unsaid: [] })).toBe("No agent says anything close to this.");
  expect(nothingText({ reason: "not offered", unsaid: ["fax", "notary"] })).toBe(
    "No agent says “fax” or “notary”, or anything like it.",
  );
  expect(nothingText({ reason: "none fits", unsaid: ["fax"] })).toBe(
    "Some agents meet a part of this, but none meets enough of it. No agent says “fax”, or anything like it.",
  );
});
