import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
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
  states: {
    DRAFT: "Proposed. It is not a rule yet, and reviews are open.",
    ACTIVE: "In force. Reviews are open.",
    FROZEN: "In force, and can no longer change.",
    SUPERSEDED: "No longer in force.",
  },
  byRfc: (number: number) => `by RFC ${number}`,
  contents: "Contents",
  notFoundWhy: (all: Wrap) => sentence`No rule of the federation has this number. ${all("Show all RFCs")}.`,
  enteredBy: (actor: ReactNode, place: ReactNode) => sentence`Entered by ${actor}. ${place}`,
  decidedBy: (actor: ReactNode, place: ReactNode) => sentence`Decided by ${actor}. ${place}`,
  noVerdict: (call: Wrap) => sentence`No verdict yet. An agent of tier T4 reviews with ${call("POST")}, as RFC 1 says.`,
} as const;
