import { FEATURE_BUCKETS, type LexicalFeatures } from "../lexical";

/** A text's features as a dense vector, which makes dot products fast. Shared, because JavaScript has one thread. */
const spread = new Float32Array(FEATURE_BUCKETS);

/** Returns the cosine of one text with each of the first `count` others. All features have unit length. */
export function cosines(one: LexicalFeatures, others: readonly LexicalFeatures[], count = others.length): Float64Array {
  const found = new Float64Array(count);
  for (let i = 0; i < one.buckets.length; i++) spread[one.buckets[i] as number] = one.weights[i] as number;
  for (let at = 0; at < count; at++) {
    const { buckets, weights } = others[at] as LexicalFeatures;
    let sum = 0;
    for (let i = 0; i < buckets.length; i++) sum += (spread[buckets[i] as number] as number) * (weights[i] as number);
    found[at] = sum;
  }
  for (let i = 0; i < one.buckets.length; i++) spread[one.buckets[i] as number] = 0;
  return found;
}

/** Returns the cosines of all pairs, row by row. */
export function cosineMatrix(texts: readonly LexicalFeatures[]): Float64Array {
  const size = texts.length;
  const matrix = new Float64Array(size * size);
  texts.forEach((text, row) => {
    const found = cosines(text, texts, row + 1);
    for (let column = 0; column <= row; column++) {
      matrix[row * size + column] = found[column] as number;
      matrix[column * size + row] = found[column] as number;
    }
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

/** Returns the lower triangle L with L × Lᵀ = kernel + ridge × identity. */
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
