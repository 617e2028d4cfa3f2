import type { Term } from "./question";
import { meanings } from "./weights";

/**
 * How well an agent meets a question. It meets a term as well as the best of its words that stand for the term: alikeness ×
 * worth of the field. Sums and shares are over the terms by weight.
 * - related: the sum of how well it meets the terms.
 * - key: how well it meets the term of most weight.
 * - standing: how much closer it is than others to a part of the question, see `closeness`, as ln(1 + standard deviations). A
 *   term that the knowledge does not have has no direction. An agent that says it stands out by the term's share of the weight.
 */
export const FEATURES = ["related", "key", "standing"] as const;

/** How some agents meet the terms of a question: a row an agent, a column a term. */
export interface Met {
  terms: readonly Term[];
  count: number;
  /** How well, from 0 to 1. */
  worth: Float32Array;
}

/** Computes FEATURES, a row an agent. @param deviations how close each agent is, in standard deviations */
export function featuresOf({ terms, count, worth }: Met, deviations: Float32Array): Float32Array {
  const features = new Float32Array(count * FEATURES.length);
  const all = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const key = terms.reduce((best, { weight }, at) => (weight > (terms[best]?.weight ?? 0) ? at : best), 0);
  for (let row = 0; row < count; row += 1) {
    let related = 0;
    let own = 0;
    terms.forEach(({ weight, row: known, isGeneric }, at) => {
      const part = weight * (worth[row * terms.length + at] as number);
      related += part;
      if (known === undefined && !isGeneric) own += part;
    });
    const standing = Math.max(Math.log1p(Math.max(0, deviations[row] as number)), (meanings.ownStanding * own) / all);
    features.set([related / all, worth[row * terms.length + key] ?? 0, standing], row * FEATURES.length);
  }
  return features;
}
