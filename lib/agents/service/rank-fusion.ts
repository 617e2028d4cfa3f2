/** The usual constant of reciprocal rank fusion (Cormack et al. 2009): how little the first ranks stand out. */
const FUSION = 60;

/** Two rankings as one: what both have high comes first (reciprocal rank fusion). */
export function fused(first: readonly string[], second: readonly string[]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of [first, second]) {
    ranking.forEach((did, rank) => {
      scores.set(did, (scores.get(did) ?? 0) + 1 / (FUSION + rank));
    });
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([did]) => did);
}
