import type { Match } from "../schema";

const HOUR_MILLISECONDS = 3_600_000;

/** The `hour` of the rows with the totals. */
export const ALL_TIME = new Date(0);

/** A counter. A sample is a routed intent. It has drifted if the best score was below the threshold. */
export type Measure = "events" | "routings" | Match | "samples" | "drifted";

/** Returns the beginning of an instant's hour. */
export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MILLISECONDS) * HOUR_MILLISECONDS);
}

/** Returns what an event, or a routing decision, adds one to. */
export function measuresOf(
  routing: { match: Match; semanticScore: number; threshold: number } | undefined,
): readonly Measure[] {
  if (!routing) return ["events"];
  const { match, semanticScore, threshold } = routing;
  return semanticScore < threshold ? ["routings", match, "samples", "drifted"] : ["routings", match, "samples"];
}

/** The number of hours in status and drift, the present hour included. */
export const WINDOW_HOURS = 24;

/** Returns the hours of the window that ends with an instant, oldest first. */
export function windowOf(now: Date): Date[] {
  const last = hourOf(now).getTime();
  return Array.from(
    { length: WINDOW_HOURS },
    (_, place) => new Date(last - (WINDOW_HOURS - 1 - place) * HOUR_MILLISECONDS),
  );
}

const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/** The relay's traffic on one UTC day, YYYY-MM-DD. */
export interface VolumeDay {
  day: string;
  events: number;
  routings: number;
}

/** Returns the UTC days, YYYY-MM-DD, that end with the day of an instant, oldest first. */
export function daysUpTo(now: Date, days: number): string[] {
  return Array.from({ length: days }, (_, place) =>
    new Date(now.getTime() - (days - 1 - place) * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );
}

export interface HourCount {
  hour: Date;
  measure: string;
  amount: number;
}

export function sumOf(
  counts: readonly HourCount[],
  measure: Measure,
  among: (hour: Date) => boolean = () => true,
): number {
  let sum = 0;
  for (const count of counts) if (count.measure === measure && among(count.hour)) sum += count.amount;
  return sum;
}

/** Returns the share of the samples that drifted; 0 without samples. */
export function driftRatio(drifted: number, samples: number): number {
  return samples === 0 ? 0 : Math.round((drifted / samples) * 10_000) / 10_000;
}
