import { dots, dotsOfPairs } from "./dots";
import type { Meaning } from "./embedder";
import { ENCODER } from "./encoder/model";

const { dimensions: DIMENSIONS } = ENCODER;
const LARGEST_BYTE = 127;
const LARGEST_CONFIDENCE = 255;

/** A meaning with a signed byte for each number, scaled to the largest. Cosines change by less than 0.01. */
export interface PackedMeaning {
  numbers: Int8Array;
  /** Of the numbers as a vector; 0 where there is no meaning. */
  length: number;
  /** How well the text can be read, 0 to 1. */
  confidence: number;
}

export function packMeaning({ vector, confidence }: Meaning): PackedMeaning {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const numbers = new Int8Array(DIMENSIONS);
  if (largest > 0) {
    for (let i = 0; i < DIMENSIONS; i += 1) numbers[i] = Math.round(((vector[i] ?? 0) / largest) * LARGEST_BYTE);
  }
  return { numbers, length: lengthOf(numbers), confidence };
}

function lengthOf(numbers: Int8Array): number {
  let sum = 0;
  for (const value of numbers) sum += value * value;
  return Math.sqrt(sum);
}

/** The meanings of a skill's texts as bytes: a byte of confidence each, then the numbers of each. */
export function packMeanings(meanings: readonly Meaning[]): Buffer {
  const packed = meanings.map(packMeaning);
  return Buffer.concat([
    Buffer.from(packed.map(({ confidence }) => Math.round(confidence * LARGEST_CONFIDENCE))),
    ...packed.map(({ numbers }) => Buffer.from(numbers.buffer)),
  ]);
}

/** The meanings of a skill's texts as they lie in memory: a quarter of their size as 32-bit numbers. */
export class PackedMeanings {
  private readonly numbers: Int8Array;
  private readonly meanings: PackedMeaning[];

  /** @param packed what `packMeanings` made */
  constructor(packed: Uint8Array) {
    const count = Math.floor(packed.length / (1 + DIMENSIONS));
    // A copy, since a buffer of the driver's may be part of a large one.
    this.numbers = new Int8Array(packed.slice(count));
    this.meanings = Array.from({ length: count }, (_, n) => {
      const numbers = this.numbers.subarray(n * DIMENSIONS, (n + 1) * DIMENSIONS);
      return { numbers, length: lengthOf(numbers), confidence: (packed[n] ?? 0) / LARGEST_CONFIDENCE };
    });
  }

  at(n: number): PackedMeaning | null {
    return this.meanings[n] ?? null;
  }

  /** The cosine of each text's meaning with another; 0 where one of them has none. */
  cosines({ numbers, length }: PackedMeaning): number[] {
    const products = dots(numbers, this.numbers);
    return this.meanings.map((each, n) => cosineOf(products[n] ?? 0, length * each.length));
  }
}

const cosineOf = (product: number, lengths: number) => (lengths > 0 ? product / lengths : 0);

/** The cosines of all pairs of meanings, row by row; those above the diagonal are left at 0. */
export function cosinesOfPairs(meanings: readonly (PackedMeaning | null)[]): Float64Array {
  const size = meanings.length;
  const rows = new Int8Array(size * DIMENSIONS);
  for (const [n, meaning] of meanings.entries()) if (meaning) rows.set(meaning.numbers, n * DIMENSIONS);
  const products = dotsOfPairs(rows);
  const cosines = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const lengths = (meanings[row]?.length ?? 0) * (meanings[column]?.length ?? 0);
      cosines[row * size + column] = cosineOf(products[row * size + column] ?? 0, lengths);
    }
  }
  return cosines;
}
