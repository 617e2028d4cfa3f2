import { type Compared, likenessMatrix } from "./kernel";
import { solveRidge } from "./ridge";
import {
  LIKENESS_POWER,
  MANY_TEXTS,
  MEANING_SHARE,
  NEARNESS,
  NEARNESS_TEXTS_POWER,
  RIDGE,
  TEXTS_OFFSET,
  TEXTS_POWER,
  WORDS_ALONE,
} from "./settings";

/** One text of an agent beside the intent. */
export interface Row extends Compared {
  /** The agent's place. */
  owner: number;
  /** How alike it and the intent are, 0 to 1. */
  likeness: number;
}

/**
 * How well each agent fits an intent, 0 to 1: kernel ridge regression on the spot. A function of the texts' features is
 * fitted that is 1 on an agent's own texts and 0 on the others'; its value at the intent is what the agent scores, together
 * with how near its nearest text is. What all agents say thus counts for little, without statistics of the whole
 * register, and an intent that is far from everything is for nobody.
 * @param rows the texts closest to the intent, of all agents together
 * @param textCounts how many texts each agent has, whether or not they are among the closest
 * @param share of meanings in the likenesses
 */
export function fittedScores(rows: readonly Row[], textCounts: readonly number[], share: number): number[] {
  const matrix = likenessMatrix(rows, share);
  const weights = solveRidge(
    matrix,
    Float64Array.from(rows, ({ likeness }) => likeness),
    RIDGE,
  );
  const scale = (1 + (WORDS_ALONE - 1) * (1 - share / MEANING_SHARE)) / (1 + NEARNESS);
  return textCounts.map((textCount, owner) => {
    const own = rows.flatMap((row, i) => (row.owner === owner ? [i] : []));
    if (own.length === 0) return 0;
    let fitted = 0;
    rows.forEach((row, i) => {
      fitted += (weights[i] ?? 0) * (row.owner === owner ? 1 : closeness(matrix, rows.length, i, own));
    });
    const nearest = own.reduce((most, i) => Math.max(most, rows[i]?.likeness ?? 0), 0);
    const few = MANY_TEXTS / (Math.max(1, textCount) - TEXTS_OFFSET);
    const score = Math.max(0, fitted) * few ** TEXTS_POWER + NEARNESS * nearest * few ** NEARNESS_TEXTS_POWER;
    return Math.min(1, score * scale);
  });
}

/**
 * How far a stranger's text speaks for an agent, too: 1 for the same text, next to nothing for one that only resembles
 * its texts. Without it agents that offer the same would share one score, and ten translators would leave nobody to translate.
 */
function closeness(matrix: Float64Array, size: number, stranger: number, own: readonly number[]): number {
  let closest = 0;
  for (const text of own) closest = Math.max(closest, matrix[stranger * size + text] ?? 0);
  return closest ** LIKENESS_POWER;
}
