/** What the pages about the ledger and their markdown alternates both say. */
export const ledgerPageTexts = {
  anchors: "Anchors",
  none: "No public anchor matches.",
  empty: "No entry yet.",
  inclusionProof: "Inclusion proof",
  logs: "Logs",
  logNames: { anchors: "The anchors’ log", council: "The council’s log" },
} as const;
