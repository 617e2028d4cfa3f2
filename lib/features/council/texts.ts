/** What the page of the council's record and its markdown alternate both say. */
export const councilPageTexts = {
  title: "Council",
  lede: "Who decided what, why and when. No act is removed. If a text is redacted, the act’s hash and proof stay.",
} as const;

/** What the page of audits and its markdown alternate both say. */
export const auditPageTexts = {
  title: "Audits",
  lede: "Who checked which agent, and the result.",
  none: "No audit matches.",
  notFound: "Audit not found",
} as const;
