import type { SparseMatrix } from "./eigenvectors";

/** The share of a stem is smoothed for its neighbours (Levy, Goldberg and Dagan 2015). */
const SMOOTHING = 0.75;

/** Counts in how many texts two stems occur together. */
export class Together {
  readonly size: number;
  /** For each stem, the sum of its counts with all others. */
  readonly totals: Float64Array;
  /** The upper triangle, row by row. */
  private readonly counts: Float32Array;

  constructor(size: number) {
    this.size = size;
    this.totals = new Float64Array(size);
    this.counts = new Float32Array((size * (size + 1)) / 2);
  }

  /** Adds a text. @param rows of its different stems */
  add(rows: readonly number[]): void {
    for (const [at, row] of rows.entries()) {
      for (const other of rows.slice(at + 1)) {
        const place = this.placeOf(row, other);
        this.counts[place] = (this.counts[place] ?? 0) + 1;
        this.totals[row] = (this.totals[row] ?? 0) + 1;
        this.totals[other] = (this.totals[other] ?? 0) + 1;
      }
    }
  }

  count(row: number, other: number): number {
    return this.counts[this.placeOf(row, other)] ?? 0;
  }

  private placeOf(row: number, other: number): number {
    const [first, second] = row < other ? [row, other] : [other, row];
    return first * this.size - (first * (first - 1)) / 2 + second - first;
  }
}

/** Returns the positive pointwise mutual information of all pairs: a symmetric matrix. */
export function informationOf(together: Together): SparseMatrix {
  const { size, totals } = together;
  const sum = totals.reduce((all, total) => all + total, 0);
  const smoothed = totals.reduce((all, total) => all + total ** SMOOTHING, 0);
  // The geometric mean of the share as a stem and as a neighbour, so the matrix is symmetric.
  const shares = totals.map((total) => Math.sqrt((total / sum) * (total ** SMOOTHING / smoothed)));
  const information = (row: number, other: number) => {
    const count = row === other ? 0 : together.count(row, other);
    return count === 0 ? 0 : Math.max(0, Math.log(count / sum / ((shares[row] ?? 0) * (shares[other] ?? 0))));
  };
  const starts = new Uint32Array(size + 1);
  for (let row = 0; row < size; row += 1) {
    let cells = 0;
    for (let other = 0; other < size; other += 1) if (information(row, other) > 0) cells += 1;
    starts[row + 1] = (starts[row] ?? 0) + cells;
  }
  const columns = new Uint32Array(starts[size] ?? 0);
  const values = new Float32Array(columns.length);
  for (let row = 0, at = 0; row < size; row += 1) {
    for (let other = 0; other < size; other += 1) {
      const value = information(row, other);
      if (value === 0) continue;
      columns[at] = other;
      values[at] = value;
      at += 1;
    }
  }
  return { size, starts, columns, values };
}
