import { WINDOW } from "./closeness";
import type { Term } from "./question";

/**
 * How well an agent meets a question. `m` is how well it meets a term: the most, over the agent's words that stand for the term,
 * of alikeness × worth of the field. Sums and shares are over the terms by weight.
 * - related: the sum of m.
 * - key: m of the term of most weight.
 * - coverage: the share of terms that the agent says itself.
 * - windowRelated, windowCoverage: the same, of the best WINDOW neighbouring terms, as shares of the heaviest ones.
 * - standing: see `closeness`.
 */
export const FEATURES = ["related", "key", "coverage", "windowRelated", "windowCoverage", "standing"] as const;
export type FeatureName = (typeof FEATURES)[number];
export const WIDTH = FEATURES.length;

/** How some agents meet the terms of a question: a row an agent, a column a term. */
export interface Met {
  terms: readonly Term[];
  count: number;
  /** How well, from 0 to 1. */
  worth: Float32Array;
  /** 1 where the agent says the term itself. */
  said: Uint8Array;
}

/** Computes the features, a row an agent. @param standing of each agent */
export function featuresOf({ terms, count, worth, said }: Met, standing: Float32Array): Float32Array {
  const size = terms.length;
  const features = new Float32Array(count * WIDTH);
  const weights = Float64Array.from(terms, ({ weight }) => weight);
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const key = weights.indexOf(Math.max(...weights));
  let heaviest = 0;
  for (let from = 0; from + WINDOW <= size || from === 0; from += 1) {
    heaviest = Math.max(heaviest, weights.subarray(from, from + WINDOW).reduce((sum, weight) => sum + weight, 0));
  }
  heaviest ||= 1;
  for (let at = 0; at < count; at += 1) {
    const row = at * size;
    let related = 0;
    let coverage = 0;
    let inWindow = 0;
    let saidInWindow = 0;
    let bestWindow = 0;
    let bestSaid = 0;
    for (let t = 0; t < size; t += 1) {
      const part = (weights[t] as number) * (worth[row + t] as number);
      const saidPart = (weights[t] as number) * (said[row + t] as number);
      related += part;
      coverage += saidPart;
      inWindow += part;
      saidInWindow += saidPart;
      if (t >= WINDOW) {
        inWindow -= (weights[t - WINDOW] as number) * (worth[row + t - WINDOW] as number);
        saidInWindow -= (weights[t - WINDOW] as number) * (said[row + t - WINDOW] as number);
      }
      bestWindow = Math.max(bestWindow, inWindow);
      bestSaid = Math.max(bestSaid, saidInWindow);
    }
    const to = at * WIDTH;
    features[to] = related / all;
    features[to + 1] = worth[row + key] as number;
    features[to + 2] = coverage / all;
    features[to + 3] = bestWindow / heaviest;
    features[to + 4] = bestSaid / heaviest;
    features[to + 5] = standing[at] as number;
  }
  return features;
}
