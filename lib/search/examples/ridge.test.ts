import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lexicalFeatures } from "../lexical";
import { cosineMatrix, cosines, solveRidge } from "./ridge";

const words = fc.constantFrom("pay", "bill", "rent", "weather", "rain", "sunny", "book", "flight", "to", "the");
const sentences = fc.array(fc.array(words, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
const featuresOf = (texts: string[][]) => texts.map((text) => lexicalFeatures(text.join(" ")));

describe("cosines", () => {
  it("are 1 with the same text, 0 with an unrelated one, and do not affect the next call", () => {
    const [pay, rain] = ["pay my bill", "sunny weather"].map(lexicalFeatures);
    if (!pay || !rain) throw new Error("unreachable");
    expect(cosines(pay, [pay, rain])[0]).toBeCloseTo(1, 5);
    expect(cosines(rain, [pay])[0]).toBe(0);
  });

  it("of all pairs are symmetric, 0 to 1, with ones on the diagonal", () => {
    fc.assert(
      fc.property(sentences, (texts) => {
        const size = texts.length;
        const matrix = cosineMatrix(featuresOf(texts));
        for (let row = 0; row < size; row++) {
          expect(matrix[row * size + row]).toBeCloseTo(1, 5);
          for (let column = 0; column < size; column++) {
            const cosine = matrix[row * size + column] ?? Number.NaN;
            expect(cosine).toBe(matrix[column * size + row]);
            expect(cosine).toBeGreaterThanOrEqual(0);
            expect(cosine).toBeLessThanOrEqual(1.00001);
          }
        }
      }),
    );
  });
});

describe("the ridge regression", () => {
  it("solves its equations, also for repeated texts, which make the matrix singular without the ridge", () => {
    fc.assert(
      fc.property(sentences, fc.double({ min: 0.01, max: 2, noNaN: true }), (texts, ridge) => {
        const twice = [...texts, ...texts];
        const kernel = cosineMatrix(featuresOf(twice));
        const right = Float64Array.from(twice, (_, i) => (i % 3) / 2);
        const weights = solveRidge(kernel, right, ridge);
        right.forEach((wanted, row) => {
          let sum = ridge * (weights[row] ?? Number.NaN);
          weights.forEach((weight, column) => {
            sum += weight * (kernel[row * twice.length + column] ?? Number.NaN);
          });
          expect(sum).toBeCloseTo(wanted, 3);
        });
      }),
    );
  });

  it("returns no weights for no texts", () => {
    expect(solveRidge(new Float64Array(), new Float64Array(), 0.5)).toHaveLength(0);
  });
});
