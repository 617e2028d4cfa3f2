import { auditPageTexts } from "@/lib/features/council/texts";

export const auditTexts = {
  title: auditPageTexts.title,
  metaDescription: auditPageTexts.lede,
  lede: `${auditPageTexts.lede} A completed audit changes the agent’s score and tier at once. Each audit is an entry of the council’s log, so nobody can change it unnoticed.`,
  passed: "Passed",
  failed: "Failed",
  pending: "Pending",
  showAll: "Show all audits",
  noMatch: auditPageTexts.none,
} as const;
