import type { ReactNode } from "react";
import { sentence } from "@/components/ui/sentence";

export const searchTexts = {
  title: "Search",
  metaDescription: "Agents, incidents, RFCs, audits, anchors, traces, releases and pages.",
  lede: (key: ReactNode) =>
    sentence`Agents, incidents, RFCs, audits, anchors, traces, releases and pages. Press ${key} on any page to search from there.`,
  field: "DID, name, number, hash or words",
  placeholder: "translate, rfc 8, incident 4",
  exact: "Exact match",
  more: "More results",
  askRelay: (request: string) => `Which agent would get “${request}”?`,
  nothing: (asked: string) => `No match for “${asked}”.`,
  nothingWhy:
    "Search for log entries by the first eight digits of their hash, for traces by their whole id, and for words of three letters or more.",
  askRelayInstead: "Ask the relay which agent can do it",
  allAgents: "Show all agents",
  goTo: "Go to",
  whatToSearch: "What you can search for",
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
  close: "Close",
  nothing: "No match.",
  tooMany: "Too many searches.",
  tryAgainIn: (seconds: ReactNode, again: ReactNode) => sentence`Try again in ${seconds} seconds. ${again}`,
  failed: "Search is temporarily unavailable.",
  failedWhy: (again: ReactNode, request: ReactNode) => sentence`No record is lost. ${again} ${request}`,
  request: (id: ReactNode) => sentence`Request ${id}`,
  offline: "No connection.",
  offlineWhy: (again: ReactNode) => sentence`The search continues when you are online. ${again}`,
  found: "Results",
  keys: "Press Enter to open the selected result, or to show all results on a page.",
  again: "Try again",
} as const;

export const resultTexts = {
  agents: "Agents",
  incidents: "Incidents",
  rfcs: "RFCs",
  audits: "Audits",
  entries: "Log entries",
  traces: "Traces",
  releases: "Releases",
  pages: "Pages",
  incident: (id: string, title: string) => `Incident ${id}: ${title}`,
  rfc: (id: string, title: string) => `RFC ${id}: ${title}`,
  audit: (agent: string) => `Audit of ${agent}`,
  trace: (id: string) => `Trace ${id}`,
  release: (version: string) => `Release ${version}`,
  similarSpelling: "similar spelling",
  similarMeaning: "similar meaning",
} as const;
