import { type Compared, similarityMatrix } from "./kernel";
import { solveRidge } from "./ridge";
import {
  CLOSEST_TEXT_WEIGHT,
  LEXICAL_ONLY_FACTOR,
  NEARNESS_TEXTS_POWER,
  REFERENCE_TEXT_COUNT,
  RIDGE,
  SEMANTIC_WEIGHT,
  SIMILARITY_POWER,
  TEXTS_OFFSET,
  TEXTS_POWER,
} from "./settings";

export interface ComparedText extends Compared {
  /** The agent's index. */
  owner: number;
  /** Its similarity to the question, 0 to 1. */
  likeness: number;
}

/**
 * Returns how well each agent fits a question, 0 to 1, by a kernel ridge regression for this question. It fits a function
 * of the texts' features that is 1 on an agent's own texts and 0 on those of the others. The score is the function's
 * value at the question, combined with the similarity of the agent's nearest text. So words that all agents share count
 * little, without statistics of the whole registry. A question that is far from every text matches no agent.
 * @param rows the texts closest to the question, of all agents together
 * @param textCounts the number of all texts of each agent
 * @param share of meanings in the similarities
 */
export function fitScores(rows: readonly ComparedText[], textCounts: readonly number[], share: number): number[] {
  const matrix = similarityMatrix(rows, share);
  const weights = solveRidge(
    matrix,
    Float64Array.from(rows, ({ likeness }) => likeness),
    RIDGE,
  );
  const scale = (1 + (LEXICAL_ONLY_FACTOR - 1) * (1 - share / SEMANTIC_WEIGHT)) / (1 + CLOSEST_TEXT_WEIGHT);
  return textCounts.map((textCount, owner) => {
    const own = rows.flatMap((row, i) => (row.owner === owner ? [i] : []));
    if (own.length === 0) return 0;
    let fitted = 0;
    rows.forEach((row, i) => {
      fitted += (weights[i] ?? 0) * (row.owner === owner ? 1 : closeness(matrix, rows.length, i, own));
    });
    const nearest = own.reduce((most, i) => Math.max(most, rows[i]?.likeness ?? 0), 0);
    const few = REFERENCE_TEXT_COUNT / (Math.max(1, textCount) - TEXTS_OFFSET);
    const score =
      Math.max(0, fitted) * few ** TEXTS_POWER + CLOSEST_TEXT_WEIGHT * nearest * few ** NEARNESS_TEXTS_POWER;
    return Math.min(1, score * scale);
  });
}

/**
 * Returns how much another agent's text also counts for an agent: 1 for an equal text, almost 0 for one that is only
 * similar. Without this, ten translators would share one score, and all would fall below the threshold.
 */
function closeness(matrix: Float64Array, size: number, foreign: number, own: readonly number[]): number {
  let closest = 0;
  for (const text of own) closest = Math.max(closest, matrix[foreign * size + text] ?? 0);
  return closest ** SIMILARITY_POWER;
}
