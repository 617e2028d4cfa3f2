import { describe, expect, it } from "vitest";
import { isPlainWords, significantWords, splitParagraphs, WordIndex } from "./word-index";

const index = new WordIndex([
  "Freezing and incidents\n\nThe relay is frozen by an operator.",
  `Governance\n\n${"Long texts are read whole. ".repeat(100)}\n\nVotes are counted.`,
]);

describe("the words of a few texts", () => {
  it("are found in any English form, and only if all are there", () => {
    expect(index.withAll(["incident"])).toEqual([0]);
    expect(index.withAll(["operators", "freezes"])).toEqual([0]);
    expect(index.withAll(["operator", "votes"])).toEqual([]);
    expect(index.withAll([])).toEqual([]);
  });

  it("are found anywhere in a long text", () => {
    expect(index.withAll(["voting", "counts"])).toEqual([1]);
  });

  it("correct a mistyped word, and nothing that is far from all of them", () => {
    expect(index.corrected("goverance")).toBe("governance");
    expect(index.corrected("operater")).toBe("operator");
    expect(index.corrected("frozen")).toBe("frozen");
    for (const word of ["gov", "password", "明天会下雨", "zażółć", "🎈", "x".repeat(10_000)]) {
      expect(index.corrected(word), word).toBeNull();
    }
  });
});

describe("a text that is looked for", () => {
  it("has words that say something", () => {
    expect(significantWords("How do I rotate the Token, the token?")).toEqual(["rotate", "token"]);
    expect(significantWords("the of and ?!…")).toEqual([]);
  });

  it("is of words, or an identifier", () => {
    expect(isPlainWords("how is it frozen?")).toBe(true);
    for (const text of ["t-atlas", "did:fed:s1:atlas", "3f2a9c1b", "atl%s", "'; drop table"]) {
      expect(isPlainWords(text), text).toBe(false);
    }
  });
});

describe("parts of a text", () => {
  it("are its paragraphs, none longer than 500 characters, without a loss", () => {
    expect(splitParagraphs("One\ntwo\n\n  \nThree")).toEqual(["One two", "Three"]);
    for (const text of ["word ".repeat(1_000).trim(), "x".repeat(10_000), "🎈".repeat(2_000)]) {
      const parts = splitParagraphs(text);
      expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(1_001);
      expect(parts.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }
    expect(splitParagraphs("?\n\n\n")).toEqual(["?"]);
  });
});
