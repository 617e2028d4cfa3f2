import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import loadWabt from "wabt";
import { compileMultiply, multiplyBinary } from "./multiply";

describe("the kernel", () => {
  it("is its source, assembled: else replace BINARY in multiply.ts by what this finds", async () => {
    const source = readFileSync(new URL("multiply.wat", import.meta.url), "utf8");
    const { buffer } = (await loadWabt()).parseWat("multiply.wat", source).toBinary({});
    expect(Buffer.from(multiplyBinary()).toString("base64")).toBe(Buffer.from(buffer).toString("base64"));
  });

  it("multiplies, adds the bias, and applies the floor", () => {
    const [rows, depth, columns] = [8, 5, 16];
    const memory = new WebAssembly.Memory({ initial: 1 });
    const floats = new Float32Array(memory.buffer);
    const a = Array.from({ length: rows * depth }, (_, i) => (i % 7) - 3);
    const b = Array.from({ length: depth * columns }, (_, i) => (i % 5) - 2);
    const bias = Array.from({ length: columns }, (_, i) => i / 2 - 4);
    const at = { a: 0, b: 1_000, bias: 2_000, c: 3_000 };
    floats.set(a, at.a);
    floats.set(bias, at.bias);
    for (let k = 0; k < depth; k += 1) {
      for (let j = 0; j < columns; j += 1) {
        floats[at.b + Math.floor(j / 8) * depth * 8 + k * 8 + (j % 8)] = b[k * columns + j] ?? 0;
      }
    }
    const expected = (floor: number) =>
      Array.from({ length: rows * columns }, (_, n) => {
        const [i, j] = [Math.floor(n / columns), n % columns];
        let sum = bias[j] ?? 0;
        for (let k = 0; k < depth; k += 1) sum += (a[i * depth + k] ?? 0) * (b[k * columns + j] ?? 0);
        return Math.max(sum, floor);
      });
    const multiply = compileMultiply(memory);
    for (const floor of [Number.NEGATIVE_INFINITY, 0]) {
      multiply(at.a * 4, at.b * 4, at.bias * 4, at.c * 4, rows, depth, columns, floor);
      expect([...floats.subarray(at.c, at.c + rows * columns)]).toEqual(expected(floor));
    }
  });
});
