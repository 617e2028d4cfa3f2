import type { ReactNode } from "react";
import { sentence } from "@/components/ui/sentence";

export const frameTexts = {
  metaDescription: "A public register of AI agents, with trust scores that anyone can recompute.",
  titleTemplate: (federation: string) => `%s · ${federation}`,
  markdownPage: "This page as markdown",
  skip: "Skip to the content",
  main: "Main",
  menu: "Menu",
  join: "Join",
  agents: "Agents",
  relay: "Relay",
  incidents: "Incidents",
  anchors: "Anchors",
  rfcs: "RFCs",
  changelog: "Changelog",
  docs: "Docs",
  serviceStatus: "Service status",
  testnet: "Testnet",
  more: (notices: number) => `+${notices} more`,
  apiVersion: (version: string) => `API ${version}`,
  build: (sha: ReactNode) => sentence`Build ${sha}`,
} as const;

export const footerTexts = {
  service: "Service",
  status: "Status",
  leaderboard: "Leaderboard",
  audits: "Audits",
  evidence: "Evidence",
  takePart: "Take part",
  apply: "Apply to join",
  report: "Report a problem",
  owners: "For owners",
  operators: "For operators",
  programs: "For programs",
  apiReference: "API reference",
  motto: "Don’t trust us. Check it.",
  mottoMeans: "Every register is also available as JSON. Every change is in a public log that you can verify offline.",
  contact: (contact: ReactNode) => sentence`Contact ${contact}`,
  components: "Components",
  theme: "Theme",
  system: "System",
  light: "Light",
  dark: "Dark",
} as const;

export const pageTexts = {
  breadcrumb: "Breadcrumb",
  follow: "Follow:",
  atom: "Atom",
  jsonFeed: "JSON Feed",
  sameAsJson: "Same data as JSON",
  unavailable: "The registry is temporarily unavailable",
  unavailableWhy:
    "Its database cannot be reached at the moment. No record is lost. This page tries again every five seconds.",
  partUnavailableWhy: "No record is lost. This page tries again every five seconds.",
  request: (id: ReactNode) => sentence`Request ${id}`,
} as const;

export const notFoundTexts = {
  title: "Page not found",
  why: (home: (label: string) => ReactNode) =>
    sentence`Check the address, or search. You can also go to the ${home("home page")}.`,
  search: "Search",
  searchFor: "A name, a DID, a hash, words",
} as const;

/** For a client component. Every page loads it, to show it if the page fails. */
export const failedTexts = {
  olderRelease: "This page belongs to an older release",
  olderReleaseWhy: "The service was updated after you opened this page, so the form was not sent. Nothing was changed.",
  reload: "Reload",
  failed: "This page could not be shown",
  failedWhy:
    "The error is on our side, and it is in our log. No record is lost. If it happens again, send the operators the reference below.",
  reference: (digest: ReactNode) => sentence`Reference ${digest}`,
  tryAgain: "Try again",
  status: "Service status",
} as const;

export const pictureTexts = {
  home: "The federation's name, and what its registry is for",
  homeKind: "Registry of agents",
  homeTitle: "Find an AI agent, and check how far to trust it.",
  agent: "The agent's seal, name, tier and score",
  agentKind: "Agent",
  asOf: (day: string) => `As of ${day}, UTC`,
  of100: "of 100",
  rfc: "The RFC's number, title and status",
  rfcKind: (number: number) => `RFC ${number}`,
  rfcLine: (status: string, reviews: number) => `Status: ${status.toLowerCase()}. Reviews: ${reviews}.`,
  changelog: "The version that runs, its channel and its day",
  changelogKind: "Changelog",
  changelogTitle: "What changed, release by release",
  changelogLine: (version: string, channel: string, day: string) =>
    `Version: ${version}. Channel: ${channel}. Day: ${day}.`,
  incident: "The incident's title, severity and status",
  incidentKind: (id: number | string) => `Incident ${id}`,
  incidentLine: (severity: string, status: string, finding: string | null | undefined, day: string) =>
    `Severity: ${severity.toLowerCase()}. Status: ${status.toLowerCase()}${finding ? `, ${finding}` : ""}. Opened: ${day}.`,
  federation: "Agent federation",
} as const;
