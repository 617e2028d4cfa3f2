/** A question, and the names of all that answer it. */
export interface Judged {
  question: string;
  targets: readonly string[];
}

/** Returns names, the best first. It may leave out any. */
export type Rank = (question: string) => readonly string[] | Promise<readonly string[]>;

/** The figures of one question, each from 0 to 1. */
export interface Scores {
  /** 1 where the first name is a target. */
  recallAt1: number;
  /** Targets among the first five, of as many as can be there: of five where a question has more. */
  recallAt5: number;
  /** 1 where any target is among the first five. */
  foundAt5: number;
  /** 1 over the rank of the first target, 0 where no target is ranked. */
  reciprocalRank: number;
}

/** A mean over questions, with the ends of its 95 % confidence interval. */
interface Estimate {
  mean: number;
  low: number;
  high: number;
}

type Figures = Record<keyof Scores, Estimate>;

const RESAMPLES = 10_000;
const SEED = 20_261_123;
/** The share of resamples beyond either end of an interval. */
const TAIL = 0.025;

/**
 * Scores one ranking. A name that is ranked twice counts at its first rank.
 * @throws Error without a target
 */
export function scoresOf(targets: readonly string[], ranking: readonly string[]): Scores {
  const wanted = new Set(targets);
  if (wanted.size === 0) throw new Error("A question needs a target.");
  const hits = [...new Set(ranking)].map((name) => wanted.has(name));
  const amongFirst = (count: number) => hits.slice(0, count).filter(Boolean).length;
  const rank = hits.indexOf(true) + 1;
  return {
    recallAt1: amongFirst(1),
    recallAt5: amongFirst(5) / Math.min(5, wanted.size),
    foundAt5: Math.min(1, amongFirst(5)),
    reciprocalRank: rank === 0 ? 0 : 1 / rank,
  };
}

/** Asks all questions, one after the other. Returns the scores in their order. */
export async function scoreAll(questions: readonly Judged[], rank: Rank): Promise<Scores[]> {
  const scores: Scores[] = [];
  for (const { question, targets } of questions) scores.push(scoresOf(targets, await rank(question)));
  return scores;
}

/** Returns the means over questions with their intervals. */
export function figuresOf(scores: readonly Scores[]): Figures {
  const meanOf = (figure: keyof Scores) => estimate(scores.map((score) => score[figure]));
  return {
    recallAt1: meanOf("recallAt1"),
    recallAt5: meanOf("recallAt5"),
    foundAt5: meanOf("foundAt5"),
    reciprocalRank: meanOf("reciprocalRank"),
  };
}

/** The percentile bootstrap (Efron 1979) over questions. The seed is fixed: the same values give the same interval. */
function estimate(values: readonly number[]): Estimate {
  const random = mulberry32(SEED);
  const drawn = () => values[Math.floor(random() * values.length)] as number;
  const meanOf = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const means = Array.from({ length: RESAMPLES }, () => meanOf(values.map(drawn))).sort((a, b) => a - b);
  const at = (share: number) => means[Math.round(share * (RESAMPLES - 1))] as number;
  return { mean: meanOf(values), low: at(TAIL), high: at(1 - TAIL) };
}

/** Mulberry32, a generator of 32 bits of state. Returns numbers from 0 up to 1. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
