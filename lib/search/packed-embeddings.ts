import { dotProducts, pairwiseDotProducts } from "./dot-products";
import type { SemanticEmbedding } from "./embedder";
import { ENCODER } from "./encoder/model";

const { dimensions: DIMENSIONS } = ENCODER;
const LARGEST_BYTE = 127;
const LARGEST_CONFIDENCE = 255;

/** An embedding with one signed byte for each number, scaled to the largest. Cosines change by less than 0.01. */
export interface PackedEmbedding {
  numbers: Int8Array;
  /** The length of the numbers as a vector; 0 if there is no embedding. */
  length: number;
  /** How well the text can be read, 0 to 1. */
  confidence: number;
}

export function packEmbedding({ vector, confidence }: SemanticEmbedding): PackedEmbedding {
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

/** Packs the embeddings of a skill's texts as bytes: one byte of confidence each, then the numbers of each. */
export function packEmbeddings(embeddings: readonly SemanticEmbedding[]): Buffer {
  const packed = embeddings.map(packEmbedding);
  return Buffer.concat([
    Buffer.from(packed.map(({ confidence }) => Math.round(confidence * LARGEST_CONFIDENCE))),
    ...packed.map(({ numbers }) => Buffer.from(numbers.buffer)),
  ]);
}

/** The embeddings of a skill's texts in memory: a quarter of their size as 32-bit numbers. */
export class PackedEmbeddings {
  private readonly numbers: Int8Array;
  private readonly embeddings: PackedEmbedding[];

  /** Unpacks embeddings. @param packed the result of `packEmbeddings` */
  constructor(packed: Uint8Array) {
    const count = Math.floor(packed.length / (1 + DIMENSIONS));
    // A copy, because the driver's buffer may be part of a large one.
    this.numbers = new Int8Array(packed.slice(count));
    this.embeddings = Array.from({ length: count }, (_, n) => {
      const numbers = this.numbers.subarray(n * DIMENSIONS, (n + 1) * DIMENSIONS);
      return { numbers, length: lengthOf(numbers), confidence: (packed[n] ?? 0) / LARGEST_CONFIDENCE };
    });
  }

  at(n: number): PackedEmbedding | null {
    return this.embeddings[n] ?? null;
  }

  /** Returns the cosine of each text's embedding with another embedding; 0 if one of them has none. */
  cosines({ numbers, length }: PackedEmbedding): number[] {
    const products = dotProducts(numbers, this.numbers);
    return this.embeddings.map((each, n) => cosineOf(products[n] ?? 0, length * each.length));
  }
}

const cosineOf = (product: number, lengths: number) => (lengths > 0 ? product / lengths : 0);

/** Returns the cosines of all pairs of embeddings, row by row. Those above the diagonal remain 0. */
export function cosinesOfPairs(embeddings: readonly (PackedEmbedding | null)[]): Float64Array {
  const size = embeddings.length;
  const rows = new Int8Array(size * DIMENSIONS);
  for (const [n, embedding] of embeddings.entries()) if (embedding) rows.set(embedding.numbers, n * DIMENSIONS);
  const products = pairwiseDotProducts(rows);
  const cosines = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const lengths = (embeddings[row]?.length ?? 0) * (embeddings[column]?.length ?? 0);
      cosines[row * size + column] = cosineOf(products[row * size + column] ?? 0, lengths);
    }
  }
  return cosines;
}
