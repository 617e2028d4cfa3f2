/** Texts that the regression is fitted to. */
export const CLOSEST_TEXTS = 192;
/** Weight of the penalty on large coefficients. */
export const RIDGE = 0.5;
/** Exponent on the likeness of a stranger's text. */
export const LIKENESS_POWER = 4;
/** Chance resemblance grows with the number of texts that a skill has: scores are stated as for this many. */
export const MANY_TEXTS = 100;
export const TEXTS_POWER = 0.2;
/** Least score of a routed intent. Chosen by `npm run bench:routing -- --choose` on validation texts. */
export const THRESHOLD = 0.24;
/** Sentences that ask for nothing: the cosine that a remote model gives an intent with them is that of unrelated texts. */
export const CONTRAST_TEXTS = [
  "The morning was quiet and grey.",
  "She left her umbrella on the bench.",
  "There were seven of them, and none was tall.",
  "He had never liked the colour of that door.",
  "It happened a long time ago, in another town.",
  "Nobody remembered who had begun the conversation.",
  "The path turned left behind the old wall.",
  "They were late, as on every other day.",
] as const;
