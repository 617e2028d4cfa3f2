import type { Knowledge } from "./knowledge";
import { DIMENSIONS } from "./knowledge-file";
import type { Term } from "./question";
import { RowProducts } from "./row-products";

/** Neighbouring terms of a question that are compared as one. */
const WINDOW = 5;
/** A direction as bytes: the length of a full one. */
export const SCALE = 127;
/** Imagined agents that tell how close to a question agents are in general. */
const SAMPLE = 300;

/** A stem's row, and how much it counts. */
export interface Weighted {
  row: number;
  weight: number;
}

/**
 * Returns the direction of the weighted sum of some stems, as bytes. All zeros without any.
 * @param without a direction whose part is left out
 */
export function directionOf(stems: Iterable<Weighted>, knowledge: Knowledge, without?: Int8Array): Int8Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const { row, weight } of stems) {
    const vector = knowledge.vectors.row(row);
    const scale = weight / (knowledge.vectors.lengths[row] ?? 1);
    for (let k = 0; k < DIMENSIONS; k += 1) sum[k] = (sum[k] as number) + scale * (vector[k] as number);
  }
  if (without) {
    const part = dot(sum, without) / (dot(without, without) || 1);
    for (let k = 0; k < DIMENSIONS; k += 1) sum[k] = (sum[k] as number) - part * (without[k] as number);
  }
  return bytesOf(sum);
}

function bytesOf(sum: Float64Array): Int8Array {
  const length = Math.sqrt(dot(sum, sum));
  const bytes = new Int8Array(sum.length);
  if (length < 1e-9) return bytes;
  for (let k = 0; k < sum.length; k += 1) bytes[k] = Math.round((SCALE * (sum[k] as number)) / length);
  return bytes;
}

/** The directions of imagined agents, each of a stem and what the knowledge tells about it. They depend on nothing else. */
export class Sample {
  readonly rows: RowProducts;
  /** The direction that all have in common. */
  readonly common: Int8Array;

  constructor(knowledge: Knowledge) {
    this.rows = new RowProducts(DIMENSIONS, SAMPLE, false);
    this.rows.reserve(SAMPLE);
    const all = new Float64Array(DIMENSIONS);
    const step = knowledge.stems.length / (SAMPLE + 1);
    for (let n = 0; n < SAMPLE; n += 1) {
      const direction = directionOf(imagined(Math.floor((n + 1) * step), knowledge), knowledge);
      this.rows.row(n).set(direction);
      for (let k = 0; k < DIMENSIONS; k += 1) all[k] = (all[k] as number) + (direction[k] as number);
    }
    this.common = bytesOf(all);
  }
}

function* imagined(row: number, knowledge: Knowledge): Generator<Weighted> {
  yield { row, weight: knowledge.rarityOf(row) };
  for (const told of knowledge.toldBy(row)) yield { row: told, weight: 0.8 * knowledge.rarityOf(told) };
}

/** What the windows of a question are made of. */
interface Windows {
  vectors: Int8Array[];
  /** For each window: the first and last vector, the factor of each, and that of the common direction; length 1 in all. */
  windows: { from: number; factors: Float64Array; common: number }[];
}

/**
 * Returns how close the gathered agents are to the part of a question to which they are closest: the largest cosine with
 * WINDOW neighbouring terms, in standard deviations above the mean of the sample. The direction that all agents have in common
 * is left out of the terms. All zeros if no term has a vector.
 */
export function closeness(
  terms: readonly Term[],
  knowledge: Knowledge,
  sample: Sample,
  topics: RowProducts,
  count: number,
): Float32Array {
  const result = new Float32Array(count);
  const windows = windowsOf(terms, knowledge, sample.common);
  if (windows.vectors.length === 0) return result;
  const usual = closest(windows, sample.common, SAMPLE, (vector) => sample.rows.productsWithAll(vector));
  const mean = usual.reduce((sum, value) => sum + value, 0) / SAMPLE;
  const spread = Math.sqrt(usual.reduce((sum, value) => sum + (value - mean) ** 2, 0) / SAMPLE) + 1e-6;
  const found = closest(windows, sample.common, count, (vector) => topics.productsWithGathered(vector, count));
  for (let at = 0; at < count; at += 1) result[at] = ((found[at] as number) - mean) / spread;
  return result;
}

function windowsOf(terms: readonly Term[], knowledge: Knowledge, common: Int8Array): Windows {
  const vectors: Int8Array[] = [];
  const factors: number[] = [];
  const places: number[] = [];
  terms.forEach(({ row, weight }, place) => {
    if (row === undefined) return;
    vectors.push(knowledge.vectors.row(row).slice());
    factors.push(weight / (knowledge.vectors.lengths[row] ?? 1));
    places.push(place);
  });
  const windows: Windows["windows"] = [];
  const commonLength = Math.sqrt(dot(common, common)) || 1;
  const withCommon = vectors.map((vector) => dot(vector, common) / commonLength);
  let before = "";
  for (let from = 0; from + WINDOW <= terms.length || from === 0; from += 1) {
    const inside = [...places.keys()].filter(
      (at) => (places[at] as number) >= from && (places[at] as number) < from + WINDOW,
    );
    const [first] = inside;
    if (first === undefined || inside.join() === before) continue;
    before = inside.join();
    const chosen = Float64Array.from(inside, (at) => factors[at] as number);
    let square = 0;
    let along = 0;
    inside.forEach((a, i) => {
      along += (chosen[i] as number) * (withCommon[a] as number);
      inside.forEach((b, j) => {
        square += (chosen[i] as number) * (chosen[j] as number) * dot(vectors[a] as Int8Array, vectors[b] as Int8Array);
      });
    });
    const length = Math.sqrt(Math.max(square - along * along, 0));
    if (length < 1e-6) continue;
    windows.push({
      from: first,
      factors: chosen.map((factor) => factor / length),
      common: along / length / commonLength,
    });
  }
  return { vectors, windows };
}

/** Returns for each row the largest cosine with a window. @param products of a vector with all rows, overwritten by the next */
function closest(
  { vectors, windows }: Windows,
  common: Int8Array,
  count: number,
  products: (vector: Int8Array) => Int32Array,
): Float32Array {
  const byVector = vectors.map((vector) => products(vector).slice());
  const byCommon = products(common).slice();
  const most = new Float32Array(count).fill(-1);
  for (const { from, factors, common: factor } of windows) {
    for (let at = 0; at < count; at += 1) {
      let sum = -factor * (byCommon[at] as number);
      for (let i = 0; i < factors.length; i += 1)
        sum += (factors[i] as number) * ((byVector[from + i] as Int32Array)[at] as number);
      const cosine = sum / SCALE;
      if (cosine > (most[at] as number)) most[at] = cosine;
    }
  }
  return most;
}

/** Returns the cosine of two directions, or null if one of them is all zeros. */
export function cosineOf(a: Int8Array, b: Int8Array): number | null {
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths === 0 ? null : dot(a, b) / lengths;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += (a[k] as number) * (b[k] as number);
  return sum;
}
