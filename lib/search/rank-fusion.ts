/**
 * The usual constant of reciprocal rank fusion (Cormack et al. 2009). A larger value gives the first ranks less weight.
 */
const FUSION = 60;

/** Merges two rankings into one (reciprocal rank fusion): items that are high in both come first. */
export function fuseRankings(first: readonly string[], second: readonly string[]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of [first, second]) {
    ranking.forEach((did, rank) => {
      scores.set(did, (scores.get(did) ?? 0) + 1 / (FUSION + rank));
    });
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([did]) => did);
}
