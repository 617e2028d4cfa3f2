import { FEATURE_BUCKETS, type LexicalFeatures } from "@/lib/vectors/lexical";

/** Features spread over their buckets, so that a dot product needs no search. One for the process: JavaScript runs one at a time. */
const spread = new Float32Array(FEATURE_BUCKETS);

/** The cosine of one text with each of the others (their features have unit length). */
export function cosines(one: LexicalFeatures, others: readonly LexicalFeatures[]): Float64Array {
  one.buckets.forEach((bucket, i) => {
    spread[bucket] = one.weights[i] ?? 0;
  });
  const found = Float64Array.from(others, ({ buckets, weights }) => {
    let sum = 0;
    for (let i = 0; i < buckets.length; i++) sum += (spread[buckets[i] as number] as number) * (weights[i] as number);
    return sum;
  });
  for (const bucket of one.buckets) spread[bucket] = 0;
  return found;
}

/** The cosines of all pairs, row by row. */
export function cosineMatrix(texts: readonly LexicalFeatures[]): Float64Array {
  const size = texts.length;
  const matrix = new Float64Array(size * size);
  texts.forEach((text, row) => {
    cosines(text, texts.slice(0, row + 1)).forEach((cosine, column) => {
      matrix[row * size + column] = cosine;
      matrix[column * size + row] = cosine;
    });
  });
  return matrix;
}

/**
 * Solves (kernel + ridge × identity) × weights = right by Cholesky's decomposition.
 * @param kernel symmetric, positive semi-definite, row by row
 * @param ridge above 0
 */
export function solveRidge(kernel: Float64Array, right: Float64Array, ridge: number): Float64Array {
  const size = right.length;
  const lower = factor(kernel, size, ridge);
  const weights = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    let sum = weights[i] as number;
    for (let k = 0; k < i; k++) sum -= (lower[i * size + k] as number) * (weights[k] as number);
    weights[i] = sum / (lower[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = weights[i] as number;
    for (let k = i + 1; k < size; k++) sum -= (lower[k * size + i] as number) * (weights[k] as number);
    weights[i] = sum / (lower[i * size + i] as number);
  }
  return weights;
}

/** The lower triangle L with L × Lᵀ = kernel + ridge × identity. */
function factor(kernel: Float64Array, size: number, ridge: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = kernel[i * size + j] as number;
      if (i === j) sum += ridge;
      for (let k = 0; k < j; k++) sum -= (lower[i * size + k] as number) * (lower[j * size + k] as number);
      lower[i * size + j] = i === j ? Math.sqrt(sum) : sum / (lower[j * size + j] as number);
    }
  }
  return lower;
}
