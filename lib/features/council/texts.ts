/** What the page of audits and its markdown alternate both say. */
export const auditPageTexts = {
  title: "Audits",
  lede: "Who checked which agent, and the result.",
  none: "No audit matches.",
} as const;
