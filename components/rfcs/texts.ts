import { rfcPageTexts } from "@/lib/features/rfcs/texts";

export const rfcTexts = {
  title: rfcPageTexts.title,
  lede: `${rfcPageTexts.lede} The hash of each text is in the evidence manifest.`,
  draft: "Draft",
  active: "Active",
  frozen: "Frozen",
  superseded: "Superseded",
  status: "Status",
  noMatch: rfcPageTexts.none,
  rfc: (number: number | string) => `RFC ${number}`,
  byRfc: (number: number) => `by RFC ${number}`,
  contents: "Contents",
} as const;
