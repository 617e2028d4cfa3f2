import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SemanticEmbedding } from "./embedder";
import { ENCODER } from "./encoder/model";
import { cosinesOfPairs, PackedEmbeddings, packEmbedding, packEmbeddings } from "./packed-embeddings";
import { cosine, normalised } from "./rules";

const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
  minLength: ENCODER.dimensions,
  maxLength: ENCODER.dimensions,
});
const embedding = fc.record({
  vector: numbers.map((values) => normalised(Float32Array.from(values))),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe("packed embeddings", () => {
  it("keep each text's cosines and its confidence, alone and in pairs", () => {
    fc.assert(
      fc.property(fc.array(embedding, { minLength: 1, maxLength: 5 }), embedding, (embeddings, other) => {
        const packed = new PackedEmbeddings(packEmbeddings(embeddings));
        const cosines = packed.cosines(packEmbedding(other));
        expect(cosines).toHaveLength(embeddings.length);
        const all = embeddings.map((_, n) => packed.at(n));
        const pairs = cosinesOfPairs(all);
        embeddings.forEach(({ vector, confidence }, n) => {
          expect(cosines[n]).toBeCloseTo(cosine(vector, other.vector), 1);
          expect(all[n]?.confidence).toBeCloseTo(confidence, 2);
          for (let m = 0; m <= n; m += 1) {
            const exact = cosine(vector, embeddings[m]?.vector ?? vector);
            expect(pairs[n * embeddings.length + m]).toBeCloseTo(exact, 1);
          }
        });
      }),
      { numRuns: 30 },
    );
  });

  it("of a text without an embedding are alike to nothing", () => {
    const none: SemanticEmbedding = { vector: new Float32Array(ENCODER.dimensions), confidence: 0 };
    const some = packEmbedding({ vector: new Float32Array(ENCODER.dimensions).fill(1), confidence: 1 });
    const packed = new PackedEmbeddings(packEmbeddings([none]));
    expect(packed.cosines(some)).toEqual([0]);
    expect([...cosinesOfPairs([some, packed.at(0), null])]).toEqual([expect.closeTo(1), 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(packed.at(1)).toBeNull();
  });
});
