import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const statusTexts = {
  title: "Status",
  metaDescription: "Whether each part of the service works now and in the last 90 days, with incidents and freezes.",
  atom: "Status (Atom)",
  jsonFeed: "Status (JSON Feed)",
  open: (incidents: number) => (incidents === 1 ? "Open incident" : "Open incidents"),
  past: "Past incidents",
  allIncidents: "All incidents",
  nonePast: "None in the last 90 days.",
  freezesAndOutages: "Freezes and outages",
  history: "History",
  historyUnavailable: "not available at the moment, because the database cannot be reached.",
  checkFails: "The check fails.",
  frozenBy: (since: string, reason: ReactNode) => sentence`frozen by an operator since ${since} UTC. ${reason}`,
  firstCheck: "The first check runs within a minute.",
  checkedAt: (time: ReactNode) => sentence`Checked at ${time}, once a minute.`,
  utc: (time: string) => `${time} UTC`,
  subscribe: "Subscribe",
  last90Days: "Last 90 days",
  percentage: "The percentage is the share of a component’s checks that passed. Our own service checks once a minute.",
  coverage: (percent: string, since: string) =>
    `${percent} of the minutes since ${since} have a check. The other minutes count neither as up nor as down.`,
  freezesApart: "A freeze is an operator’s decision and is counted separately.",
} as const;

export const componentTexts = {
  noData: "No data",
  operational: "Operational",
  notWorking: "Not working",
  degraded: "Degraded",
  day: (day: string, failed: number, checks: number, unchecked: number) =>
    `${day}: ${failed} of ${checks} checks failed, ${unchecked} minutes without a check`,
  share: (percent: string | null) => (percent === null ? "no data" : `${percent} of the checks passed`),
  last90Days: (component: string, share: string) => `${component}, last 90 days: ${share}`,
  failedByDay: "Failed checks by day",
  failedOn: "Failed checks on",
  minutesUnchecked: "Minutes without a check",
  incidentsAndFreezes: "Incidents and freezes",
  counted,
  withoutUnfounded: (incidents: number) => `without ${counted(incidents, "unfounded incident")}`,
  lane: (sums: string) => `Last 90 days: ${sums}`,
  frozen: (subsystem: string, reason: string) => `${subsystem} frozen: ${reason}`,
  subsystemFrozen: (subsystem: string) => `${subsystem} frozen`,
  failedChecks: (checks: number) => `${checks.toLocaleString("en")} ${checks === 1 ? "check" : "checks"} failed.`,
  incident: (id: number | string, title: string) => `Incident ${id}: ${title}`,
  trouble: (required: boolean, title: string) => `${required ? "Not working" : "Degraded"}: ${title}`,
  by: (actor: string) => ` by ${actor}`,
  fullRecord: "Full record",
  postmortem: "Postmortem",
  checksPassed: "Checks passed",
  checksFailed: "Checks failed",
  freezes: "Relay frozen, and below it memory frozen",
  severities: "Low, major, critical incident",
} as const;

export const subscribeTexts = {
  title: "Subscribe",
  what: "The feeds have an entry when an incident opens, changes or ends, when the relay or memory is frozen, and when a component fails.",
  atom: "Atom feed",
  forReaders: "for feed readers",
  json: "JSON feed",
  forScripts: "for scripts",
  incidents: "Incidents only",
  incidentsToo: "Atom, with unconfirmed incidents",
  statusJson: "Status as JSON",
  thisPage: "this page",
  checkNow: "Check now",
  everyPart: "runs every check at once",
} as const;

export const demoTexts = {
  notice: (lead: Wrap, entry: Wrap, seq: number, at: string) =>
    sentence`${lead("Demo data.")} Everything before ${entry(`entry ${seq} of the council’s log`)} is invented: agents, audits, incidents and messages. That entry was made at ${at} UTC.`,
} as const;
