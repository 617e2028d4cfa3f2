import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { asProse, confidenceOf, MAX_CHARACTERS } from "./legibility";
import { Tokenizer } from "./tokenizer";
import { Weights, weightsFolder } from "./weights";

let tokenizer: Tokenizer;
beforeAll(() => {
  tokenizer = new Tokenizer(new Weights(weightsFolder()).vocabulary);
});
const confidence = (text: string) => confidenceOf(asProse(text), tokenizer.encode(asProse(text)));

describe("a text as prose", () => {
  it("has a name's words, however it is written", () => {
    for (const name of ["code-review", "code_review", "code.review", " code  review ", "CODE-REVIEW"]) {
      expect(asProse(name)).toBe("code review");
    }
    expect(asProse("codeReview")).toBe("code Review");
  });

  it("leaves sentences as they are, but for capitals alone and white space", () => {
    expect(asProse("A state-of-the-art\n translator, v1.2")).toBe("A state-of-the-art translator, v1.2");
    expect(asProse("BOOK A FLIGHT!")).toBe("book a flight!");
    expect(asProse("x".repeat(10_000))).toHaveLength(MAX_CHARACTERS);
  });
});

describe("the confidence in a text", () => {
  it.each([
    "how would you say fly in italian",
    "Review my code, please.",
    "BOOK A TABLE FOR TWO",
    "code-review",
    "translate",
    "word ".repeat(2_000),
  ])("is full for English: %s", (text) => expect(confidence(text)).toBe(1));

  it.each([
    "",
    " \n",
    "?!... ---",
    "-".repeat(10_000),
    "🍕🍕",
    "did:fed:s1:abc",
    "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "550e8400-e29b-41d4-a716-446655440000",
    "INV-2024-00913",
    "123456789",
    "Przetłumacz mi to zdanie na angielski",
    "przetlumacz mi to zdanie na angielski",
    "今天天气怎么样",
    "Какая сегодня погода",
    "مرحبا كيف حالك",
    "\ud800",
  ])("is none for texts that only words and letters can compare: %j", (text) => expect(confidence(text)).toBe(0));

  it.each([
    "Wie wird das Wetter morgen in Berlin?",
    "réserve une table pour deux personnes",
    "can you reach did:fed:s1:abc for me",
    "翻译 this sentence please",
    "🍕 order me a pizza",
  ])("is between for partly English texts: %s", (text) => {
    expect(confidence(text)).toBeGreaterThan(0.1);
    expect(confidence(text)).toBeLessThan(0.95);
  });

  it("is a number from 0 to 1 for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 700 }), (text) => {
        expect(confidence(text)).toBeGreaterThanOrEqual(0);
        expect(confidence(text)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
