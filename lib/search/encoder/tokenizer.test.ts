import { describe, expect, it } from "vitest";
import { MAX_PIECES, Tokenizer, type Vocabulary } from "./tokenizer";

const RESERVED: Vocabulary = Array.from({ length: 6 }, (_, n) => [`<${n}>`, 0]);
const VOCABULARY: Vocabulary = [
  ...RESERVED,
  ...([
    ["▁a", -1],
    ["▁ab", -2],
    ["b", -2],
    [":", null],
    ["c", -3],
    ["▁", -4],
    ["abc", -5],
  ] as const),
];
const [A, AB, B, COLON, C, SPACE, ABC] = [6, 7, 8, 9, 10, 11, 12];
const tokenizer = new Tokenizer(VOCABULARY);
const pieces = (text: string) => [...tokenizer.encode(text).pieces];

describe("the tokenizer", () => {
  it("finds the likeliest split, not the longest pieces first", () => {
    expect(pieces("ab")).toEqual([AB]);
    expect(pieces("abc")).toEqual([AB, C]);
    expect(pieces("a b")).toEqual([A, SPACE, B]);
    expect(pieces("cabc")).toEqual([SPACE, C, ABC]);
    expect(tokenizer.encode("abc")).toMatchObject({ score: -5, characters: 4, unknown: 0 });
  });

  it("takes a piece without a score to be as likely as the one before it", () => {
    expect(pieces("a:")).toEqual([A, COLON]);
    expect(tokenizer.encode("a:").score).toBe(-3);
  });

  it("counts unknown characters, emoji as one each, and joins neighbours to one piece", () => {
    expect(pieces("a🍕🍕b")).toEqual([A, 0, B]);
    expect(tokenizer.encode("a🍕🍕b")).toMatchObject({ characters: 5, unknown: 2, score: -3 });
  });

  it("reads no more pieces than the model", () => {
    expect(pieces("b".repeat(1_000))).toHaveLength(MAX_PIECES);
    expect(tokenizer.encode("").characters).toBe(1);
  });
});
