import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import loadWabt from "wabt";
import { dotProducts, dotProductsBinary, pairwiseDotProducts } from "./dot-products";
import { ENCODER } from "./encoder/model";

const { dimensions: LENGTH } = ENCODER;
const vector = fc.int8Array({ minLength: LENGTH, maxLength: LENGTH });
const dot = (a: Int8Array, b: Int8Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
const joined = (rows: Int8Array[]) => Int8Array.from(rows.flatMap((row) => [...row]));

describe("inner products of bytes", () => {
  it("are made by the source, assembled: else replace BINARY in dot-products.ts by what this finds", async () => {
    const source = readFileSync(new URL("dots.wat", import.meta.url), "utf8");
    const { buffer } = (await loadWabt()).parseWat("dots.wat", source).toBinary({});
    expect(Buffer.from(dotProductsBinary()).toString("base64")).toBe(Buffer.from(buffer).toString("base64"));
  });

  it("are exact, for any rows and none, and at the largest numbers", () => {
    const extreme = new Int8Array(LENGTH).fill(-128);
    expect([...dotProducts(extreme, extreme)]).toEqual([LENGTH * 128 * 128]);
    fc.assert(
      fc.property(vector, fc.array(vector, { maxLength: 6 }), (query, rows) => {
        expect([...dotProducts(query, joined(rows))]).toEqual(rows.map((row) => dot(query, row)));
        const pairs = pairwiseDotProducts(joined(rows));
        rows.forEach((row, r) => {
          rows.forEach((column, c) => {
            expect(pairs[r * rows.length + c]).toBe(c <= r ? dot(row, column) : 0);
          });
        });
      }),
      { numRuns: 30 },
    );
  });

  it("take more rows than the memory had room for", () => {
    const row = new Int8Array(LENGTH).fill(1);
    const many = new Int8Array(1_000 * LENGTH).fill(1);
    expect(new Set(dotProducts(row, many))).toEqual(new Set([LENGTH]));
  });
});
