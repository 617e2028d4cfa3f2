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
export const THRESHOLD = 0.27;
