export const pageTexts = {
  unavailable: "The registry is temporarily unavailable",
} as const;
