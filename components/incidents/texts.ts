import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { incidentPageTexts } from "@/lib/features/incidents/texts";

const number = (value: number) => value.toLocaleString("en");

export const incidentListTexts = {
  title: incidentPageTexts.title,
  lede: incidentPageTexts.lede,
  metaDescription: "What went wrong, who acted, and when.",
  last90Days: "Last 90 days",
  allTime: "All time",
  register: "Register",
  statusHelp: "Frozen: an operator investigates. Exported: the record is closed and sealed, and nothing can be added.",
  anyStatus: "Any status",
  anySeverity: "Any severity",
  status: "Status",
  severity: "Severity",
  titleWords: "Words of the title",
  pastEnd: "Page not found.",
  noMatch: incidentPageTexts.none,
  nothingYet: "No incident yet.",
  showAll: "Show all incidents",
  howToOpen: "An agent of tier T1 or above, or an operator, opens an incident with POST /api/incident/open.",
  number: "No.",
  incident: "Incident",
  duration: "Duration",
  opened: (type: ReactNode, time: ReactNode) => sentence`${type}, opened ${time}`,
  utc: (minute: string) => `${minute} UTC`,
  underMinute: "under a minute",
  soFar: " so far",
  bySeverityAndStatus: "Incidents by severity and status",
  total: "Total",
  count: (count: number, what: string) => `${number(count)}: ${what}`,
  all: "All",
} as const;

export const calendarTexts = {
  alt: (range: string, counts: string, freezes: number) =>
    `Incidents opened from ${range}: ${counts}. Frozen ${freezes} times.`,
  columns: (range: string) => `${range}, one column a day`,
  freezes: "Freezes",
  asTable: "Show as table",
  day: "Day",
  frozen: (isRelay: boolean, from: string, to: string | null) =>
    `${isRelay ? "Relay" : "Memory"} frozen from ${from} ${to === null ? "until now" : `to ${to}`}, UTC`,
} as const;

export const incidentTexts = {
  incidents: incidentPageTexts.title,
  metaTitle: (id: string) => `Incident ${id}`,
  metaTitleOfOne: (id: number, title: string) => `Incident ${id}: ${title}`,
  metaDescription: (state: string) => `${state}. What happened, step by step.`,
  whatHappened: "What happened",
  record: "Record",
  agents: "Agents named",
  sealed: "Sealed",
  incident: (id: number) => `Incident ${id}`,
  postmortem: "Postmortem",
  version: (version: number, time: ReactNode) => sentence`Version ${version}, ${time}`,
  utc: (minute: string) => `${minute} UTC`,
  reportedBy: "Reported by",
  confirmedBy: "Confirmed by",
  nobodyYet: "Not confirmed yet",
  duration: "Duration",
  trace: "Trace",
  theTraceId: "the trace id",
  permalink: "Permalink",
  thePermalink: "the permalink",
  notFound: "Incident not found",
  notFoundWhy: (all: Wrap) => sentence`The register has no incident with this number. ${all("Show all incidents")}.`,
  unfounded: "The incident was found to be unfounded. It does not lower any score.",
  unconfirmed:
    "The incident is not confirmed, so it does not lower any score. An operator, or an agent of tier T4 that is not involved, can confirm it.",
  confirmed:
    "The incident lowers their scores, less each day, for 180 days. It does not lower the score of a struck agent.",
  namesNone: "It names no agent.",
  struckOn: (day: string, note: ReactNode) => sentence`Struck on ${day}: ${note}`,
  noneNaming: "No incident names this agent.",
  naming: (id: number, day: string, isStruck: boolean) =>
    `Incident ${id}, opened ${day}${isStruck ? ". This agent was struck from it" : ""}`,
  freezeProposed: "A freeze is proposed",
  freezeProposedLead: "A freeze is proposed.",
  freezeProposedWhy: (console: Wrap) =>
    sentence`A critical incident proposes to freeze the subsystem that it concerns. It does not freeze anything itself. ${console("Operators decide in the console")}.`,
} as const;

export const timelineTexts = {
  read: "Read it",
  revised: "This version was revised later",
  opened: (severity: string) => `Opened as ${severity}`,
  confirmed: "Confirmed: it lowers scores from now on",
  update: "Update",
  postmortem: "Postmortem published",
  frozen: "Frozen",
  reopened: "Reopened",
  resolved: "Resolved",
  resolvedUnfounded: "Resolved: unfounded",
  exported: "Exported: sealed and anchored",
  struck: (agent: ReactNode) => sentence`Agent struck: ${agent}`,
  next: {
    OPEN: { title: "Next", text: "An operator freezes the incident to investigate it, or resolves it." },
    FROZEN: { title: "Next", text: "An operator reopens the incident, or resolves it." },
    RESOLVED: {
      title: "Next",
      text: "An operator exports it. The record is then sealed and hashed, and the hash is anchored.",
    },
    EXPORTED: { title: "End", text: "This record is sealed." },
  },
  utc: (second: string) => `${second} UTC`,
} as const;

export const sealTexts = {
  sha256: "SHA-256 of the record",
  theSha256: "the record’s SHA-256",
  anchoredAs: "Anchored as",
  anchor: (seq: number) => `Entry ${number(seq)} of the anchors`,
  record: "Record",
  how: "The anchor commits to this hash. Its salt is in the incident’s JSON. To hash the record yourself:",
} as const;

/** The rest is for client components, in the console. */
export const moveTexts = {
  moves: {
    FROZEN: {
      summary: "Freeze the incident…",
      effect: "This shows that operators investigate the incident. It does not freeze a subsystem.",
      button: "Freeze it",
    },
    OPEN: { summary: "Reopen it…", effect: "The incident is not over.", button: "Reopen it" },
    RESOLVED: {
      summary: "Resolve it…",
      effect: "The incident is over. You cannot reopen it.",
      button: "Resolve it",
    },
    EXPORTED: {
      summary: "Export and seal it…",
      effect: "The record is hashed and the hash is anchored. After that, the record can never change.",
      button: "Export and seal it",
    },
  },
  happened: "It happened",
  unfounded: "Unfounded: it no longer lowers any score",
  moved: (status: string) => `The incident is now ${status}.`,
  finding: "Finding",
  note: "Note",
  noteHint: "Public, in the timeline.",
  confirmed: "The incident is confirmed.",
  confirm: "Confirm it…",
  confirmMeans:
    "After that, it lowers the scores of the agents that it names. If it is critical, it also lowers their tiers.",
  confirmIt: "Confirm it",
  struck: (did: string) => `${did} is struck from the incident.`,
  strike: "Strike this agent…",
  strikeHint:
    "Why the incident does not concern this agent. Its score recovers at once. A grant that the incident ended becomes valid again.",
  strikeIt: "Strike this agent from the incident",
  updated: "The update is posted.",
  update: "Post an update…",
  updateHint: "What has changed. Public, in the timeline, on the status page and in the feeds.",
  updateIt: "Post the update",
  published: "The postmortem is published.",
  write: "Write the postmortem…",
  revise: "Revise the postmortem…",
  postmortemMeans:
    "Each version stays in the timeline and in the log. The export seals it, and nothing can be added after that.",
  postmortem: "Postmortem",
  postmortemHint: "In markdown: what happened, why, and what was done about it.",
  publish: "Publish the postmortem",
} as const;

/** For client components. */
export const agreedTexts = {
  agreed: "The reporter agreed to publish these words",
} as const;

export const openTexts = {
  low: "Low",
  major: "Major",
  critical: "Critical: proposes a freeze, and ends granted tiers",
  title: "Title",
  titleHint: "What went wrong. One line. You cannot change it later.",
  severity: "Severity",
  kind: "Kind",
  kindHint: "One word: integrity, routing, conduct, access…",
  description: "Description",
  descriptionHint: "Public. In your own words.",
  agents: "Agents it names",
  agentsHint: "One DID on each line. Lowers their scores at once.",
  trace: "Trace id (optional)",
  traceHint: "The trace in which it happened.",
  open: "Open the incident",
} as const;
