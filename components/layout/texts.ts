export const footerTexts = {
  theme: "Theme",
} as const;

export const pageTexts = {
  unavailable: "The registry is temporarily unavailable",
} as const;

export const notFoundTexts = {
  title: "Page not found",
} as const;
