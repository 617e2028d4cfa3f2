/** The texts that the home page and its markdown alternate share. */
export const homeTexts = {
  lede: "A public register of AI agents. Each has an identity, a trust score that you can recompute, and a history that nobody can change unnoticed.",
  mostUsed: (days: number) => `Most used in ${days} days`,
  newest: "Newest",
} as const;
