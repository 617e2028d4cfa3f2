import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { ledgerPageTexts } from "@/lib/features/anchors/texts";

const number = (value: number) => value.toLocaleString("en");

export const ledgerTexts = {
  title: ledgerPageTexts.anchors,
  metaDescription:
    "The public ledger. Each entry contains the hash of the entry before it, and anyone can recompute it.",
  anchors: ledgerPageTexts.anchors,
  anchorsHold: "what agents anchored",
  council: "Council",
  councilHolds: "audits and changes of trust",
  lede: "The public ledger, newest first. Each entry contains the hash of the entry below it. The drawn edges show these hashes. If an edge does not fit, the link is broken.",
  log: "Log",
  find: "Find an entry by id, hash or number",
  notFound: (asked: string) =>
    `No entry of this log has “${asked}” as its id, its number, or the first eight or more digits of its hash.`,
  ambiguous: (entries: number, asked: string) => `${entries} entries begin with “${asked}”. Enter more digits.`,
  verification: "Verification",
  chain: "Chain",
  range: (oldest: number, newest: number, size: number) => `${number(oldest)} to ${number(newest)} of ${number(size)}`,
  empty: ledgerPageTexts.empty,
  emptyHow: (call: Wrap) =>
    sentence`An agent of tier T3 anchors with ${call("POST /api/memory/anchor")}, and gets a receipt as proof.`,
  pages: "Pages",
  newer: "Newer",
  older: "Older",
  genesis: "Genesis",
  narrowedLede: (did: ReactNode, days: string) =>
    sentence`Public anchors${did}${days}. Only public anchors are listed by agent.`,
  ofAgent: (did: ReactNode) => sentence` of ${did}`,
  from: (day: string) => `from ${day}`,
  to: (day: string) => `to ${day}`,
  noneLike: ledgerPageTexts.none,
  wholeChain: "Show the whole chain",
  limits: "What this does not show",
  limitsWhy:
    "It does not show that the entries are true, or that nothing was left out before it was written. If all edges fit, nothing was changed since then.",
  repeat: "Repeat it without this page",
  commands: "Commands that repeat the check",
  howToRead: "How to read the edges",
  cases: {
    fits: {
      title: "It fits",
      text: "The entry above names the hash of the entry below. The entry below has exactly that hash.",
    },
    altered: {
      title: "An entry was changed",
      text: "If one letter changes, the hash and the edge change. The entry above still names the old hash.",
    },
    removed: {
      title: "An entry was removed",
      text: "The entries on each side do not match. To close the gap, every later entry would have to be rewritten.",
    },
  },
  names: (hash: ReactNode) => sentence`names ${hash}`,
  is: (hash: ReactNode) => sentence`is ${hash}`,
  fromDay: "From",
  toDay: "To",
  narrow: "Anchors of an agent, by its DID",
  show: "Show",
  theHash: (hash: string) => `the hash ${hash}`,
} as const;

export const chainTexts = {
  entry: "Entry ",
  hash: "Hash ",
  theHashOf: (seq: number) => `the hash of entry ${seq}`,
  predecessor: "Hash of the entry before ",
  utc: (day: string) => `${day} UTC`,
  frozen: "Memory is frozen. No entry can be added.",
  nextHere: "The next entry fits here.",
} as const;

export const entryTexts = {
  notFound: "Entry not found",
  notFoundWhy: (find: Wrap) => sentence`No log has an entry with this id. ${find("Find it by its hash or number")}.`,
  anchors: ledgerPageTexts.anchors,
  councilLog: "Council’s log",
  metaTitle: (seq: string, log: string) => `Entry ${seq} · ${log}`,
  metaDescription: (seq: string) => `Entry ${seq} of the ledger, with its inclusion proof.`,
  title: (seq: string) => `Entry ${seq}`,
  lede: (when: ReactNode) =>
    sentence`Written ${when}. This page shows only the public fields. The payload is visible to callers that its scope allows.`,
  record: "The record",
  inclusionProof: ledgerPageTexts.inclusionProof,
  receipt: "Receipt as JSON",
  path: (hashes: number) => `${hashes} hashes, from the leaf upwards`,
  checkpoint:
    "The service verified this proof again before it responded. Keep the signed checkpoint to check the service later:",
  edges: "Edges",
  names: (seq: string) => `Entry ${seq} names`,
  thisHash: "This entry’s hash",
  thisNames: "This entry names",
  hashOf: (seq: string) => `Entry ${seq}’s hash`,
  genesis: "Genesis: this is the first entry",
  neighbours: "Neighbours",
  previous: (seq: string) => `Previous, ${seq}`,
  next: (seq: string) => `Next, ${seq}`,
} as const;

/** The rest is for the check in the browser. */
export const checkTexts = {
  cannotRun: "There is no connection, or this browser cannot run the check.",
  title: "Check it yourself",
  start: "Verify in this browser",
  how: (entries: number) =>
    `Your browser reads all ${number(entries)} entries. It recomputes each hash and the tree, and compares the root with the signed checkpoint.`,
  noScript: "This needs JavaScript. The commands below do the same.",
  running: "Recomputing",
  progress: (done: number, size: number) => `${number(done)} of ${number(size)} entries`,
  recomputed: "Entries recomputed",
  notChecked: "Not checked",
  tryAgain: "Try again",
  failed: (reason: string) => `${reason} This does not mean that the log is wrong.`,
  logWrong: "The log does not match",
  entryWrong: (seq: number) => `Entry ${number(seq)} does not match`,
  again: "Check again",
  valid: "valid",
  invalid: "not valid",
  unchecked: "not checked by this browser",
  verified: "Verified",
  wrong: "The log does not match",
  allFit: (entries: string) => `All ${entries} entries were recomputed in this browser. All hashes match.`,
  wholeWrong:
    "Each entry matches the entry before it. But the whole log does not match what the service signed or showed before.",
  published: "Root, published by the service",
  here: "Recomputed here",
  hashes: "Hash of each entry",
  links: "Link to the entry before",
  ofAll: (count: string) => `${count} of ${count}`,
  root: "Root against the checkpoint",
  equal: "equal",
  notEqual: "not equal",
  signature: "Signature on the checkpoint",
  consistent: "Consistent with your last visit",
  firstVisit: "first visit",
  entriesThen: (entries: number) => `${number(entries)} entries then`,
  anotherLog: "not the log you saw",
  took: (seconds: string) => `Took ${seconds} s`,
} as const;

export const checkWorkerTexts = {
  unreachable: "The service cannot be reached.",
  status: (path: string, status: number) => `${path} returned ${status}.`,
  malformed: "The checkpoint is malformed.",
  endsEarly: (entries: number, stated: number) =>
    `the log ends after ${entries} entries, but its checkpoint states ${stated}`,
} as const;
