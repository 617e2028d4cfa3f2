import { ENCODER } from "./encoder/model";

// dots.wat, assembled. If the two differ, `dot-products.test.ts` fails and says how to assemble it again.
const BINARY =
  "AGFzbQEAAAABCQFgBX9/f39/AAIUAQhtZWFuaW5ncwZtZW1vcnkCAAEDAgEABwgBBGRvdHMAAAqwAQGtAQIDfwN7IAEhBSADRQRADwsDQCAAIQcgBSAC" +
  "aiEG/QwAAAAAAAAAAAAAAAAAAAAAIQgDQCAH/QAEACEJIAX9AAQAIQogCCAJ/YcBIAr9hwH9ugH9rgEhCCAIIAn9iAEgCv2IAf26Af2uASEIIAdBEGoh" +
  "ByAFQRBqIgUgBkkNAAsgBCAI/RsAIAj9GwFqIAj9GwIgCP0bA2pqNgIAIARBBGohBCADQQFrIgMNAAsL";

const PAGE_BYTES = 65_536;
const NUMBER_BYTES = 4;
const { dimensions: LENGTH } = ENCODER;

export const dotProductsBinary = (): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(BINARY, "base64"));

/** Writes the inner products of a vector and rows. All are addresses and lengths in bytes. `dots.wat` describes them. */
export type Dots = (query: number, rows: number, length: number, count: number, out: number) => void;

export function compileDots(memory: WebAssembly.Memory): Dots {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(dotProductsBinary()), { meanings: { memory } });
  return instance.exports["dots"] as Dots;
}

const memory = new WebAssembly.Memory({ initial: 1 });
const kernel = compileDots(memory);

/** Memory contains the query first, then the results, then the rows. */
function reserve(count: number): { out: number; rows: number } {
  const rows = LENGTH + count * NUMBER_BYTES;
  const missing = rows + count * LENGTH - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return { out: LENGTH, rows };
}

/**
 * Computes the inner products of one vector with each row.
 * @param query of `ENCODER.dimensions` bytes
 * @param rows of the same number of bytes each, one after the other
 * @returns a view that the next call overwrites
 */
export function dotProducts(query: Int8Array, rows: Int8Array): Int32Array {
  const count = rows.length / LENGTH;
  const at = reserve(count);
  const bytes = new Int8Array(memory.buffer);
  bytes.set(query);
  bytes.set(rows, at.rows);
  kernel(0, at.rows, LENGTH, count, at.out);
  return new Int32Array(memory.buffer, at.out, count);
}

/** Computes the inner products of all pairs of rows, row by row. Those above the diagonal remain 0. */
export function pairwiseDotProducts(rows: Int8Array): Int32Array {
  const count = rows.length / LENGTH;
  const at = reserve(count);
  const bytes = new Int8Array(memory.buffer);
  bytes.set(rows, at.rows);
  const products = new Int32Array(count * count);
  const out = new Int32Array(memory.buffer, at.out, count);
  for (let row = 0; row < count; row += 1) {
    kernel(at.rows + row * LENGTH, at.rows, LENGTH, row + 1, at.out);
    products.set(out.subarray(0, row + 1), row * count);
  }
  return products;
}
