import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { embedText, FEATURE_BUCKETS, LEXICAL, lexicalFeatures, splitWords } from "./lexical";

const lengthOf = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

function cosineOf(one: string, other: string): number {
  const second = embedText(other);
  return embedText(one).reduce((sum, value, i) => sum + value * (second[i] ?? 0), 0);
}

describe("words", () => {
  it("are the same however a name is written", () => {
    for (const name of ["code-review", "code_review", "codeReview", "Code Review", "CODE  review!"]) {
      expect(splitWords(name)).toEqual(["code", "review"]);
    }
  });

  it("fold accents, so that Polish typed without them is found", () => {
    expect(splitWords("Przetłumacz zażółć gęślą")).toEqual(splitWords("przetlumacz zazolc gesla"));
  });

  it("count an emoji, and no punctuation", () => {
    expect(splitWords("🍕 ?!… — ***")).toEqual(["🍕"]);
    expect(splitWords("?!… — ***")).toEqual([]);
  });
});

describe("the lexical embedding", () => {
  it("has unit length for any text with a word, is zero for one without, and never fails", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), (text) => {
        const length = lengthOf(embedText(text));
        expect(embedText(text)).toHaveLength(LEXICAL.dimensions);
        if (splitWords(text).length === 0) expect(length).toBe(0);
        else expect(length).toBeCloseTo(1, 5);
      }),
    );
  });

  it("is the same in every process and release: a change needs another model name, so that stored vectors are made again", () => {
    const { buckets } = lexicalFeatures("translate this");
    expect([...buckets.slice(0, 3)]).toEqual([667, 55_434, 55_523]);
    const strongest = [...embedText("translate this")].map((value, i) => [Math.abs(value), i] as const);
    expect(strongest.sort((a, b) => b[0] - a[0])[0]?.[1]).toBe(165);
  });

  it("puts texts with common words and inflections closer than strangers", () => {
    const intent = "how do you say good morning in french";
    expect(cosineOf(intent, "say good night in french")).toBeGreaterThan(cosineOf(intent, "freeze my bank account"));
    expect(cosineOf("translating", "translate")).toBeGreaterThan(cosineOf("translating", "booking"));
  });

  it("reads a text of any length in a bounded number of features", () => {
    const { buckets } = lexicalFeatures("lorem ipsum dolor ".repeat(10_000));
    expect(buckets.length).toBeLessThan(2_000);
    expect(Math.max(...buckets)).toBeLessThan(FEATURE_BUCKETS);
  });

  it("counts a repeated word once", () => {
    expect([...lexicalFeatures("pay").buckets].every((b) => lexicalFeatures("pay pay").buckets.includes(b))).toBe(true);
    expect(cosineOf("pay pay pay the bill", "pay the bill")).toBeGreaterThan(0.7);
  });
});
