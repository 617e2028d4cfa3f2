import type { Match } from "../schema";

const HOUR_MILLISECONDS = 3_600_000;

/** The hour of the rows that count all hours together. */
export const ALL_TIME = new Date(0);

/** What is counted. A sample is a routed intent that the vector store scored; it drifts where that is under the threshold. */
export type Measure = "events" | "routings" | Match | "samples" | "drifted";

/** The whole hour in which an instant lies. */
export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MILLISECONDS) * HOUR_MILLISECONDS);
}

interface Counted {
  at: Date;
  routing?: { match: Match; semanticScore: number | null; threshold: number } | undefined;
}

function measuresOfOne({ routing }: Counted): Measure[] {
  if (!routing) return ["events"];
  const { match, semanticScore, threshold } = routing;
  if (semanticScore === null) return ["routings", match];
  return semanticScore < threshold ? ["routings", match, "samples", "drifted"] : ["routings", match, "samples"];
}

/** What a batch adds to the counts, in its hours and in all. */
export function measuresOf(batch: readonly Counted[]): { hour: Date; measure: Measure; amount: number }[] {
  const sums = new Map<string, { hour: Date; measure: Measure; amount: number }>();
  for (const one of batch) {
    for (const measure of measuresOfOne(one)) {
      for (const hour of [hourOf(one.at), ALL_TIME]) {
        const key = `${hour.getTime()} ${measure}`;
        const sum = sums.get(key) ?? { hour, measure, amount: 0 };
        sum.amount += 1;
        sums.set(key, sum);
      }
    }
  }
  return [...sums.values()];
}
