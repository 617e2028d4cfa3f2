import { ENCODER } from "./model";
import type { Matrix, Norm, Weights } from "./weights";

const DIMENSIONS = ENCODER.dimensions;
const HEADS = 4;
/** The number of rows computed at once, one for each piece of a text; twice as many as the longest text has. */
const MAX_ROWS = 256;
/** The kernel computes four rows at a time. */
const ROWS_STEP = 4;
const FLOAT_BYTES = 4;
const VARIANCE_FLOOR = 1e-6;

/**
 * The Universal Sentence Encoder Lite (Cer et al. 2018): two transformer layers over the pieces of a text, their mean,
 * and a dense layer. The matrix products, almost all of the work, are in WebAssembly (`multiply.wat`).
 */
export class Transformer {
  private readonly floats: Float32Array;
  /** Addresses of the buffers between the steps, in floats. */
  private readonly at: Record<"input" | "state" | "normed" | "wide" | "narrow", number>;

  private readonly weights: Weights;

  constructor(weights: Weights) {
    this.weights = weights;
    const { embedding, layers } = weights;
    const wide = Math.max(...layers.flatMap(({ qkv, grow }) => [qkv.columns, grow.columns]));
    const sizes = { input: embedding.columns, state: DIMENSIONS, normed: DIMENSIONS, wide, narrow: DIMENSIONS };
    const buffers = weights.reserve(Object.values(sizes).reduce((sum, size) => sum + size, 0) * MAX_ROWS);
    let next = buffers;
    this.at = { input: 0, state: 0, normed: 0, wide: 0, narrow: 0 };
    for (const name of Object.keys(this.at) as (keyof typeof sizes)[]) {
      this.at[name] = next;
      next += sizes[name] * MAX_ROWS;
    }
    this.floats = weights.floats();
  }

  /**
   * Encodes texts. @param texts the pieces of each, at most 128; an empty one counts as unknown
   * @returns a vector of unit length for each
   */
  embed(texts: readonly Int32Array[]): Float32Array[] {
    const vectors: Float32Array[] = [];
    let group: Int32Array[] = [];
    let rows = 0;
    for (const text of texts) {
      const pieces = text.length > 0 ? text : Int32Array.of(0);
      if (rows + pieces.length > MAX_ROWS) {
        vectors.push(...this.embedGroup(group, rows));
        [group, rows] = [[], 0];
      }
      group.push(pieces);
      rows += pieces.length;
    }
    return group.length > 0 ? [...vectors, ...this.embedGroup(group, rows)] : vectors;
  }

  private embedGroup(texts: readonly Int32Array[], count: number): Float32Array[] {
    const { at, weights } = this;
    const lengths = texts.map(({ length }) => length);
    const rows = Math.ceil(count / ROWS_STEP) * ROWS_STEP;
    this.lookUp(texts);
    let input = at.input;
    for (const layer of weights.layers) {
      this.normalise(input, layer.attentionNorm, rows);
      this.multiply(at.normed, layer.qkv, at.wide, rows);
      this.attend(lengths, layer.out.depth);
      this.multiply(at.normed, layer.out, at.narrow, rows);
      // The first layer widens its input; the others add it unchanged.
      if (layer.widen) this.multiply(input, layer.widen, at.state, rows);
      this.add(rows);
      this.normalise(at.state, layer.feedForwardNorm, rows);
      this.multiply(at.normed, layer.grow, at.wide, rows, 0);
      this.multiply(at.wide, layer.shrink, at.narrow, rows);
      this.add(rows);
      input = at.state;
    }
    return this.pool(lengths);
  }

  private multiply(from: number, matrix: Matrix, to: number, rows: number, floor = Number.NEGATIVE_INFINITY): void {
    const { start, bias, depth, columns } = matrix;
    const [a, b, c, d] = [from, start, bias, to].map((address) => address * FLOAT_BYTES);
    this.weights.multiply(a ?? 0, b ?? 0, c ?? 0, d ?? 0, rows, depth, columns, floor);
  }

  /** Writes twice each piece's embedding plus its position's signal, as this model was trained. */
  private lookUp(texts: readonly Int32Array[]): void {
    const { floats } = this;
    const { embedding, timescales } = this.weights;
    const { columns } = embedding;
    let row = this.at.input;
    for (const pieces of texts) {
      pieces.forEach((piece, position) => {
        const from = embedding.start + piece * columns;
        for (let i = 0; i < columns; i += 1) floats[row + i] = 2 * (floats[from + i] ?? 0);
        timescales.forEach((scale, i) => {
          floats[row + i] = (floats[row + i] ?? 0) + Math.sin(position * scale);
          floats[row + timescales.length + i] = (floats[row + timescales.length + i] ?? 0) + Math.cos(position * scale);
        });
        row += columns;
      });
    }
  }

  /** Applies layer normalisation (Ba et al. 2016) to each row and writes the result to `normed`. */
  private normalise(from: number, { scale, bias }: Norm, rows: number): void {
    const { floats } = this;
    const width = scale.length;
    for (let row = 0; row < rows; row += 1) {
      const source = from + row * width;
      const target = this.at.normed + row * width;
      let mean = 0;
      for (let i = 0; i < width; i += 1) mean += floats[source + i] ?? 0;
      mean /= width;
      let variance = 0;
      for (let i = 0; i < width; i += 1) variance += ((floats[source + i] ?? 0) - mean) ** 2;
      const factor = 1 / Math.sqrt(variance / width + VARIANCE_FLOOR);
      for (let i = 0; i < width; i += 1) {
        floats[target + i] = ((floats[source + i] ?? 0) - mean) * factor * (scale[i] ?? 0) + (bias[i] ?? 0);
      }
    }
  }

  /**
   * Computes scaled dot-product attention (Vaswani et al. 2017) within each text, from the queries, keys and values in
   * `wide`.
   */
  private attend(lengths: readonly number[], width: number): void {
    const { floats, at } = this;
    const size = width / HEADS;
    const stride = 3 * width;
    const shares = new Float64Array(Math.max(...lengths));
    let first = 0;
    for (const length of lengths) {
      for (let head = 0; head < HEADS; head += 1) {
        const queries = at.wide + first * stride + head * size;
        const [keys, values] = [queries + width, queries + 2 * width];
        for (let i = 0; i < length; i += 1) {
          const query = queries + i * stride;
          const target = at.normed + (first + i) * width + head * size;
          let largest = Number.NEGATIVE_INFINITY;
          for (let j = 0; j < length; j += 1) {
            const key = keys + j * stride;
            let sum = 0;
            for (let n = 0; n < size; n += 1) sum += (floats[query + n] ?? 0) * (floats[key + n] ?? 0);
            shares[j] = sum / Math.sqrt(size);
            largest = Math.max(largest, shares[j] ?? 0);
          }
          let total = 0;
          for (let j = 0; j < length; j += 1) {
            shares[j] = Math.exp((shares[j] ?? 0) - largest);
            total += shares[j] ?? 0;
          }
          floats.fill(0, target, target + size);
          for (let j = 0; j < length; j += 1) {
            const share = (shares[j] ?? 0) / total;
            const value = values + j * stride;
            for (let n = 0; n < size; n += 1) {
              floats[target + n] = (floats[target + n] ?? 0) + share * (floats[value + n] ?? 0);
            }
          }
        }
      }
      first += length;
    }
  }

  /** Adds `narrow` to `state`. */
  private add(rows: number): void {
    const { floats, at } = this;
    for (let i = 0; i < rows * DIMENSIONS; i += 1) {
      floats[at.state + i] = (floats[at.state + i] ?? 0) + (floats[at.narrow + i] ?? 0);
    }
  }

  /** Applies the last layer to the mean of each text's rows, and scales the result to unit length. */
  private pool(lengths: readonly number[]): Float32Array[] {
    const { floats, at } = this;
    let row = 0;
    lengths.forEach((length, n) => {
      const target = at.normed + n * DIMENSIONS;
      for (let i = 0; i < DIMENSIONS; i += 1) {
        let sum = 0;
        for (let r = row; r < row + length; r += 1) sum += floats[at.state + r * DIMENSIONS + i] ?? 0;
        floats[target + i] = sum / length;
      }
      row += length;
    });
    this.multiply(at.normed, this.weights.last, at.narrow, Math.ceil(lengths.length / ROWS_STEP) * ROWS_STEP);
    return lengths.map((_, n) => {
      const vector = floats.slice(at.narrow + n * DIMENSIONS, at.narrow + (n + 1) * DIMENSIONS).map(Math.tanh);
      const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
      return vector.map((value) => value / length);
    });
  }
}
