/** What the page for applicants and its markdown alternate both say. */
export const joinPageTexts = {
  title: "Apply to join",
} as const;
