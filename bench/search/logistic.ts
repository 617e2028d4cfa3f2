/** An example of a regression: its features (the first is 1, for the bias), the right value (0 to 1), and how much it counts. */
export interface Example {
  features: readonly number[];
  right: number;
  weight: number;
  /** The part of z that is known. */
  known?: number;
}

const PENALTY = 0.5;
const MOST_STEPS = 40;
const SMALL = 1e-5;

export const logistic = (z: number): number => 1 / (1 + Math.exp(-z));

export const weighed = (weights: readonly number[], features: readonly number[]): number =>
  features.reduce((sum, feature, at) => sum + feature * (weights[at] ?? 0), 0);

/** Returns the weights of a logistic regression, by Newton's steps, with a ridge penalty on all but the bias. */
export function fitLogistic(examples: readonly Example[]): number[] {
  const size = examples[0]?.features.length ?? 0;
  let weights: number[] = Array.from({ length: size }, (_, at) => (at === 0 ? -3 : 0));
  let loss = lossOf(weights, examples);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const move = newtonStep(weights, examples);
    let length = 1;
    let next = weights;
    do {
      next = weights.map((weight, at) => weight + length * (move[at] ?? 0));
      length /= 2;
    } while (lossOf(next, examples) > loss && length > SMALL);
    weights = next;
    loss = lossOf(weights, examples);
    if (Math.max(...move.map(Math.abs)) < SMALL) break;
  }
  return weights;
}

function lossOf(weights: readonly number[], examples: readonly Example[]): number {
  const penalty = weights.slice(1).reduce((sum, weight) => sum + weight * weight, 0) * (PENALTY / 2);
  return examples.reduce((sum, { features, right, weight, known = 0 }) => {
    const z = known + weighed(weights, features);
    return sum + weight * (Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - right * z);
  }, penalty);
}

/** Solves the Hessian's system for the gradient (Gauss and Jordan). The Hessian is positive definite. */
function newtonStep(weights: readonly number[], examples: readonly Example[]): number[] {
  const size = weights.length;
  const system = Array.from({ length: size }, () => new Float64Array(size + 1));
  const add = (row: number, column: number, value: number) => {
    const numbers = system[row] as Float64Array;
    numbers[column] = (numbers[column] ?? 0) + value;
  };
  for (let row = 1; row < size; row += 1) {
    add(row, row, PENALTY);
    add(row, size, -PENALTY * (weights[row] ?? 0));
  }
  for (const { features, right, weight, known = 0 } of examples) {
    const p = logistic(known + weighed(weights, features));
    for (let row = 0; row < size; row += 1) {
      add(row, size, weight * (right - p) * (features[row] ?? 0));
      for (let column = 0; column < size; column += 1) {
        add(row, column, weight * p * (1 - p) * (features[row] ?? 0) * (features[column] ?? 0));
      }
    }
  }
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = (system[row]?.[pivot] ?? 0) / (system[pivot]?.[pivot] ?? 1);
      for (let column = pivot; column <= size; column += 1) add(row, column, -factor * (system[pivot]?.[column] ?? 0));
    }
  }
  return system.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
