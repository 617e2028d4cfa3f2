import type { Meaning } from "./embedder";
import { ENCODER } from "./encoder/model";

const { dimensions: DIMENSIONS } = ENCODER;
/** A byte of confidence, then a signed byte for each number, scaled to the largest. */
const BYTES = 1 + DIMENSIONS;
const LARGEST_BYTE = 127;
const LARGEST_CONFIDENCE = 255;

/** Packs the meanings of a skill's texts into 513 bytes each. Cosines change by less than 0.01. */
export function packMeanings(meanings: readonly Meaning[]): Buffer {
  const packed = Buffer.alloc(meanings.length * BYTES);
  meanings.forEach(({ vector, confidence }, n) => {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    packed.writeUInt8(Math.round(confidence * LARGEST_CONFIDENCE), n * BYTES);
    if (largest === 0) return;
    for (let i = 0; i < DIMENSIONS; i += 1) {
      packed.writeInt8(Math.round(((vector[i] ?? 0) / largest) * LARGEST_BYTE), n * BYTES + 1 + i);
    }
  });
  return packed;
}

/** Meanings as they lie in memory: a quarter of their size as 32-bit numbers. */
export class PackedMeanings {
  private readonly bytes: Int8Array;
  private readonly lengths: Float32Array;
  readonly count: number;

  /** @param packed what `packMeanings` made */
  constructor(packed: Uint8Array) {
    // A buffer of the driver's may be part of a large one.
    this.bytes = new Int8Array(packed);
    this.count = Math.floor(packed.length / BYTES);
    this.lengths = Float32Array.from({ length: this.count }, (_, n) => {
      let sum = 0;
      for (let i = n * BYTES + 1; i < (n + 1) * BYTES; i += 1) sum += (this.bytes[i] as number) ** 2;
      return Math.sqrt(sum);
    });
  }

  confidence(n: number): number {
    return ((this.bytes[n * BYTES] ?? 0) & 0xff) / LARGEST_CONFIDENCE;
  }

  /** The cosine of a text's meaning with a vector of unit length. */
  cosine(n: number, vector: Float32Array): number {
    const { bytes } = this;
    const begin = n * BYTES + 1;
    let even = 0;
    let odd = 0;
    for (let i = 0; i < DIMENSIONS; i += 2) {
      even += (bytes[begin + i] as number) * (vector[i] as number);
      odd += (bytes[begin + i + 1] as number) * (vector[i + 1] as number);
    }
    const length = this.lengths[n] ?? 0;
    return length > 0 ? (even + odd) / length : 0;
  }

  /** A text's meaning at unit length; all zeros where it has none. */
  vector(n: number): Float32Array {
    const begin = n * BYTES + 1;
    const length = this.lengths[n] || 1;
    return Float32Array.from({ length: DIMENSIONS }, (_, i) => (this.bytes[begin + i] ?? 0) / length);
  }
}
