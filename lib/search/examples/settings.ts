/** Number of texts to which the regression is fitted. */
export const CLOSEST_TEXTS = 160;
/** The share of meaning in the similarity of two texts, if the encoder can read both. The rest is words. */
export const SEMANTIC_WEIGHT = 0.55;
/** Weight of the penalty on large coefficients. */
export const RIDGE = 0.3;
/** Exponent on the similarity of another agent's text. */
export const SIMILARITY_POWER = 6;
/** Chance similarity grows with an agent's number of texts, so scores are converted to this number. */
export const REFERENCE_TEXT_COUNT = 100;
export const TEXTS_POWER = 0.25;
export const NEARNESS_TEXTS_POWER = 0.1;
/** Subtracted from the number of texts, because a single text has little chance similarity. */
export const TEXTS_OFFSET = 0.4;
/** Weight of the similarity of an agent's nearest text, relative to the regression's value. */
export const CLOSEST_TEXT_WEIGHT = 0.5;
/** Scores by words alone are lower than by words and meanings. This factor makes them comparable. */
export const LEXICAL_ONLY_FACTOR = 1.25;
/** Lowest score of an agent that fits. Chosen by `npm run bench:search -- routing --choose` on validation texts. */
export const THRESHOLD = 0.38;
/** How fast the odds that an agent is right grow with its score, fitted by the same command. */
export const STEEPNESS = 5.7;
/** Sentences that request nothing. In a remote model, their cosine with a question is that of unrelated texts. */
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
