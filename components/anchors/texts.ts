import { ledgerPageTexts } from "@/lib/features/anchors/texts";

export const chainTexts = {
  entry: "Entry ",
} as const;

export const entryTexts = {
  notFound: "Entry not found",
  anchors: ledgerPageTexts.anchors,
  councilLog: "Council’s log",
  inclusionProof: ledgerPageTexts.inclusionProof,
  edges: "Edges",
} as const;

/** The rest is for the check in the browser. */
export const checkTexts = {
  again: "Check again",
  ofAll: (count: string) => `${count} of ${count}`,
} as const;
