import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { ledgerPageTexts } from "@/lib/features/anchors/texts";

const number = (value: number) => value.toLocaleString("en");

export const chainTexts = {
  entry: "Entry ",
} as const;

export const entryTexts = {
  notFound: "Entry not found",
  notFoundWhy: (find: Wrap) => sentence`No log has an entry with this id. ${find("Find it by its hash or number")}.`,
  anchors: ledgerPageTexts.anchors,
  councilLog: "Council’s log",
  lede: (when: ReactNode) =>
    sentence`Written ${when}. This page shows only the public fields. The payload is visible to callers that its scope allows.`,
  inclusionProof: ledgerPageTexts.inclusionProof,
  edges: "Edges",
} as const;

/** The rest is for the check in the browser. */
export const checkTexts = {
  how: (entries: number) =>
    `Your browser reads all ${number(entries)} entries. It recomputes each hash and the tree, and compares the root with the signed checkpoint.`,
  progress: (done: number, size: number) => `${number(done)} of ${number(size)} entries`,
  entryWrong: (seq: number) => `Entry ${number(seq)} does not match`,
  again: "Check again",
  ofAll: (count: string) => `${count} of ${count}`,
  entriesThen: (entries: number) => `${number(entries)} entries then`,
} as const;
