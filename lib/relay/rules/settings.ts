/** Texts that the regression is fitted to. */
export const CLOSEST_TEXTS = 160;
/** How much of the likeness of two texts is meaning, where both can be read; the rest is words. */
export const MEANING_SHARE = 0.55;
/** Weight of the penalty on large coefficients. */
export const RIDGE = 0.3;
/** Exponent on the likeness of a stranger's text. */
export const LIKENESS_POWER = 6;
/** Chance resemblance grows with the number of texts that an agent has: scores are stated as for this many. */
export const MANY_TEXTS = 100;
export const TEXTS_POWER = 0.25;
export const NEARNESS_TEXTS_POWER = 0.1;
/** Taken from the number of texts, since a single text resembles little. */
export const TEXTS_OFFSET = 0.4;
/** How much the likeness of an agent's nearest text counts, beside the regression's value. */
export const NEARNESS = 0.5;
/** What words alone bring is lower than what words and meanings bring: their scores are stated as if both were there. */
export const WORDS_ALONE = 1.25;
/** Least score of a routed intent. Chosen by `npm run bench:routing -- --choose` on validation texts. */
export const THRESHOLD = 0.38;
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
