import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENCODER } from "../encoder/model";
import { lexicalFeatures } from "../lexical";
import { packEmbedding } from "../packed-embeddings";
import { type Compared, similarity, similarityMatrix } from "./kernel";
import { solveRidge } from "./ridge";
import { SEMANTIC_WEIGHT } from "./settings";

const { dimensions: DIMENSIONS } = ENCODER;
const compared = fc
  .record({
    text: fc.constantFrom("rent a car", "hire a car", "water the plants", "przetłumacz umowę"),
    numbers: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    isKnown: fc.boolean(),
  })
  .map(
    ({ text, numbers, confidence, isKnown }): Compared => ({
      features: lexicalFeatures(text),
      embedding: isKnown ? packEmbedding({ vector: Float32Array.from(numbers), confidence }) : null,
    }),
  );

describe("the similarity of texts", () => {
  it("is a valid kernel: symmetric, at most 1, and positive semi-definite with any confidences", () => {
    fc.assert(
      fc.property(fc.array(compared, { minLength: 1, maxLength: 10 }), (texts) => {
        const matrix = similarityMatrix(texts, SEMANTIC_WEIGHT);
        const size = texts.length;
        for (let row = 0; row < size; row += 1) {
          for (let column = 0; column < size; column += 1) {
            expect(matrix[row * size + column]).toBe(matrix[column * size + row]);
            expect(matrix[row * size + column]).toBeLessThanOrEqual(1.0001);
          }
        }
        // Cholesky's decomposition fails if a matrix is not positive definite.
        const solved = solveRidge(matrix, new Float64Array(size).fill(1), 1e-4);
        expect(solved.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it("is that of the words alone if an embedding is unknown or the encoder cannot read the text", () => {
    const cosines = { words: 0.5, semantic: 0.9 };
    expect(similarity(0, cosines, [1, 1])).toBeCloseTo(0.375);
    expect(similarity(SEMANTIC_WEIGHT, cosines, [0, 0])).toBeCloseTo(0.375);
    expect(similarity(SEMANTIC_WEIGHT, cosines, [1, 1])).toBeGreaterThan(0.375);
  });
});
