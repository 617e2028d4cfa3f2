import { councilPageTexts } from "@/lib/features/council/texts";

export const councilTexts = {
  ...councilPageTexts,
  metaDescription: "The public record of the council: acts with their reasons and proofs.",
  actLede: "An act of the council’s log, with its proof.",
  notFound: "No such act",
  note: "An operator appears with a random pseudonym. It stays when the operator’s token is rotated. Acts about applications, reports, tokens, operators, webhooks and sources show only their kind and time. Acts from before this record became public show no content.",
} as const;
