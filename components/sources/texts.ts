export const sourceTexts = {
  title: "Sources",
} as const;
