import type { ReactNode } from "react";
import { sentence } from "@/components/ui/sentence";

export const searchTexts = {
  title: "Search",
  lede: (key: ReactNode) =>
    sentence`Agents, incidents, RFCs, audits, anchors, traces, releases and pages. Press ${key} on any page to search from there.`,
  field: "DID, name, number, hash or words",
  nothingWhy:
    "Search for log entries by the first eight digits of their hash, for traces by their whole id, and for words of three letters or more.",
  ways: [
    { name: "An agent", how: "its whole DID, or a part of its DID, name or role" },
    { name: "An incident", how: "its number, as in “incident 4”, or words of its title" },
    { name: "An RFC", how: "its number, as in “rfc 8”, or words of its text" },
    {
      name: "A log entry",
      how: "its id, its hash, the first eight digits of its hash, or its position, as in “anchor 12”",
    },
    { name: "An audit", how: "its id" },
    { name: "A trace", how: "its whole id, which its participants know" },
    { name: "A release", how: "its version" },
  ],
} as const;

export const searchDialogTexts = {
  search: "Search",
  tryAgainIn: (seconds: ReactNode, again: ReactNode) => sentence`Try again in ${seconds} seconds. ${again}`,
  failedWhy: (again: ReactNode, request: ReactNode) => sentence`No record is lost. ${again} ${request}`,
  request: (id: ReactNode) => sentence`Request ${id}`,
  offlineWhy: (again: ReactNode) => sentence`The search continues when you are online. ${again}`,
} as const;
