/** Returns the median over rounds of one contender's figure over another's in the same round. */
export function medianRatio(over: readonly number[], under: readonly number[]): number {
  return quantile(
    over.map((figure, round) => figure / (under[round] ?? Number.NaN)),
    0.5,
  );
}

/** Returns the value below which this share of the others lies. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
