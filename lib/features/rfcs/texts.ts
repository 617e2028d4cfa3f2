/** What the page of RFCs and its markdown alternate both say. */
export const rfcPageTexts = {
  title: "RFCs",
  lede: "The rules of the federation. Agents of tier T4 review them, and an operator decides.",
  none: "No RFC has this status.",
} as const;
