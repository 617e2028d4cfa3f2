import type { ProfiledText } from "./profile";
import { cosineMatrix, solveRidge } from "./ridge";
import { LIKENESS_POWER, MANY_TEXTS, RIDGE, TEXTS_POWER } from "./settings";

/** One text of an agent beside the intent. */
export interface Row {
  /** The agent's place. */
  owner: number;
  text: ProfiledText;
  /** With the intent. */
  cosine: number;
}

/**
 * How well each agent fits an intent, 0 to 1: kernel ridge regression on the spot. A function of the texts' features is
 * fitted that is 1 on an agent's own texts and 0 on the others'; its value at the intent is the agent's score. Words
 * that all agents use thus count for little, without statistics of the whole register.
 * @param rows the texts closest to the intent, of all agents together
 * @param textCounts how many texts each agent has, whether or not they are among the closest
 */
export function fittedScores(rows: readonly Row[], textCounts: readonly number[]): number[] {
  const kernel = cosineMatrix(rows.map(({ text }) => text.features)).map(kernelOf);
  const weights = solveRidge(
    kernel,
    Float64Array.from(rows, ({ cosine }) => kernelOf(cosine)),
    RIDGE,
  );
  return textCounts.map((textCount, owner) => {
    const own = rows.flatMap((row, i) => (row.owner === owner ? [i] : []));
    if (own.length === 0) return 0;
    let score = 0;
    rows.forEach((row, i) => {
      score += (weights[i] ?? 0) * (row.owner === owner ? 1 : likeness(kernel, rows.length, i, own));
    });
    return Math.min(1, Math.max(0, score * (MANY_TEXTS / textCount) ** TEXTS_POWER));
  });
}

/**
 * Half the cosine, half its square: one feature or two together. Close texts count for more than with the cosine alone, and
 * the matrix of all pairs stays positive semi-definite (Schur's product theorem).
 */
function kernelOf(cosine: number): number {
  return (cosine + cosine * cosine) / 2;
}

/**
 * How far a stranger's text speaks for an agent, too: 1 for the same text, next to nothing for one that only resembles
 * its texts. Without it agents that offer the same would share one score, and ten translators would leave nobody to translate.
 */
function likeness(kernel: Float64Array, size: number, stranger: number, own: readonly number[]): number {
  let closest = 0;
  for (const text of own) closest = Math.max(closest, kernel[stranger * size + text] ?? 0);
  return closest ** LIKENESS_POWER;
}
