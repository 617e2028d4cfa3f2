import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Meaning } from "./embedder";
import { ENCODER } from "./encoder/model";
import { PackedMeanings, packMeanings } from "./meanings";
import { cosine, normalised } from "./rules";

const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
  minLength: ENCODER.dimensions,
  maxLength: ENCODER.dimensions,
});
const meaning = fc.record({
  vector: numbers.map((values) => normalised(Float32Array.from(values))),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe("packed meanings", () => {
  it("keep each text's cosines, its direction and its confidence", () => {
    fc.assert(
      fc.property(fc.array(meaning, { minLength: 1, maxLength: 5 }), meaning, (meanings, { vector: other }) => {
        const packed = new PackedMeanings(packMeanings(meanings));
        expect(packed.count).toBe(meanings.length);
        meanings.forEach(({ vector, confidence }, n) => {
          expect(packed.cosine(n, other)).toBeCloseTo(cosine(vector, other), 1);
          expect(cosine(packed.vector(n), vector)).toBeGreaterThan(vector.some((value) => value !== 0) ? 0.99 : -1);
          expect(packed.confidence(n)).toBeCloseTo(confidence, 2);
        });
      }),
      { numRuns: 30 },
    );
  });

  it("of a text without a meaning have no direction", () => {
    const none: Meaning = { vector: new Float32Array(ENCODER.dimensions), confidence: 0 };
    const packed = new PackedMeanings(packMeanings([none]));
    expect(packed.cosine(0, new Float32Array(ENCODER.dimensions).fill(1))).toBe(0);
    expect(packed.vector(0).every((value) => value === 0)).toBe(true);
  });
});
