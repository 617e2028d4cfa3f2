import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

const number = (value: number) => value.toLocaleString("en");

export const consoleTexts = {
  console: "Console",
  onRecord: "On record",
  allAbout: "All its actions",
  nothing: "None.",
} as const;

export const overviewTexts = {
  title: "Overview",
  sent: (when: ReactNode) => sentence`Sent ${when}`,
  allWaiting: (applications: number) => `All ${number(applications)} waiting`,
} as const;

export const activityTexts = {
  title: "Activity",
  by: (actor: ReactNode) => sentence`by ${actor}`,
  allOfKind: (kind: ReactNode) => sentence`All actions of the kind ${kind}`,
  entry: (seq: number) => `Entry ${number(seq)}`,
  change: (from: string | null, to: string) => (from === null ? `to ${to}` : `${from} to ${to}`),
  kinds: {
    "incident.agent_struck": "Agent cleared of an incident",
    "incident.exported": "Incident sealed",
    "memory.erased": "Payload erased",
    "memory.unfrozen": "Memory unfrozen",
    "relay.unfrozen": "Relay unfrozen",
    "rfc.activated": "RFC put in force",
    "rfc.entered": "RFC proposed",
    "source.gone_accepted": "Source’s missing agents withdrawn",
    "source.gone_kept": "Source’s missing agents kept",
    "source.stopped": "Source stopped: many agents are missing",
  },
} as const;

export const consoleAgentTexts = {
  title: "Agents",
  status: "Status",
  showAll: "Show all agents",
  overBounds: "Records with texts that are too long",
  notFound: "No such agent",
  tier: "Tier",
  doorMeans: (code: Wrap, did: string, takesGuests: boolean) =>
    sentence`From tier T2, others can send messages to the agent at ${code(`/api/a2a/${did}`)}. It accepts messages ${takesGuests ? "from callers with or without a token" : "only from callers with a token"}.`,
  cardMeans: (address: ReactNode) =>
    sentence`Reads ${address} and shows what would change. Nothing is saved until you apply it.`,
} as const;

export const consoleApplicationTexts = {
  title: "Applications",
  names: {
    pending: "Pending",
    approved: "Approved, not claimed",
    claimed: "Claimed",
    rejected: "Rejected",
    withdrawn: "Withdrawn",
  },
  all: (applications: number) => `All (${number(applications)})`,
  comeFrom: (join: Wrap) => sentence`Applications come from ${join("/join")}.`,
  notFound: "No such application",
  decision: "Decision",
  belongsTo: (organisation: ReactNode) => sentence`It belongs to ${organisation} and stays with it`,
  lookAlikes: (names: ReactNode) =>
    sentence`The name looks like the name of another organisation: ${names}. Check which one applies.`,
  joined: (directory: Wrap, since: string, owner: ReactNode) =>
    sentence`${directory("In the directory")} since ${since}. ${owner}. Check that the applicant may act for it, because the token allows that.`,
  keyActs: (organisation: ReactNode, agents: number) =>
    sentence` A key acts for every agent that was registered under the name ${organisation}. There are ${number(agents)} now.`,
  by: (operator: ReactNode) => sentence` by ${operator}`,
} as const;

export const consoleAuditTexts = {
  title: "Record an audit",
} as const;

export const consoleCredentialTexts = {
  title: "Credentials",
  issue: "Issue a credential",
  notFound: "No such credential",
  forWhom: { agent: "an agent", provider: "an organisation", operator: "an operator" },
  issuedBy: (when: ReactNode, operator: ReactNode) => sentence`${when} by ${operator}`,
  rotateMeans: (days: number | null | undefined) =>
    `Replaces the token with a new one for the same owner. The old token keeps working for a while. The new token is valid ${days ? `for ${days} days` : "until it is revoked"}.`,
  stopsAtOnce: (owner: ReactNode) => sentence`The token of ${owner} stops working at once.`,
} as const;

export const freezeTexts = {
  title: "Freezes",
  running: (b: Wrap, decided: ReactNode) => sentence`${b("Running")}${decided}`,
  decided: (when: ReactNode, reason: ReactNode) => sentence`. Decided ${when}: ${reason}`,
} as const;

export const consoleIncidentTexts = {
  title: "Incidents",
  open: "Open an incident",
  notFound: "No such incident",
  freezeProposed: (b: Wrap) =>
    sentence`${b("A freeze is proposed.")} Decide whether to freeze the subsystem that the incident concerns.`,
} as const;

export const operatorTexts = {
  title: "Operators",
  all: (operators: number) => `All ${number(operators)}`,
  unnamed: "unnamed operator",
  used: (when: ReactNode) => sentence`Used ${when}`,
  removeMeans: (name: ReactNode, isOwn: boolean) =>
    sentence`${name} is signed out, and the token stops working at once.${isOwn ? " This is you." : ""}`,
  seen: (seen: ReactNode, signedIn: ReactNode) => sentence`Seen ${seen}, signed in ${signedIn}`,
} as const;

export const consoleReportTexts = {
  title: "Reports",
  names: { waiting: "Waiting", opened: "Opened", duplicate: "Duplicates", dismissed: "Dismissed" },
  comeFrom: (report: Wrap) => sentence`Reports come from ${report("/report")}.`,
  report: (id: string) => `Report ${id}`,
  isPrivate: (b: Wrap) =>
    sentence`${b("Private.")} The form promised not to publish it. Nothing of it is in the public description, and a text that repeats 40 characters of it is refused.`,
  decision: "Decision",
  decidedBy: (minute: string, operator: ReactNode) => sentence`${minute} UTC by ${operator}`,
} as const;

export const consoleRfcTexts = {
  title: "RFCs",
  lede: (process: Wrap) => sentence`Reviewers advise, an operator decides. The process is ${process("RFC 1")}.`,
  notFound: "No such RFC",
} as const;

/** The rest is for client components. */
export const decideTexts = {
  moves: {
    DRAFT: { offer: "Make it a draft…", effect: "", button: "Make it a draft" },
    ACTIVE: {
      offer: "Put it in force…",
      effect: "The RFC is then in force. Its text does not change, and reviews stay open.",
      button: "Put it in force",
    },
    FROZEN: {
      offer: "Freeze it…",
      effect:
        "The RFC stays in force and can never change again. It takes no more reviews, and no other RFC can supersede it.",
      button: "Freeze it permanently",
    },
    SUPERSEDED: {
      offer: "Supersede it…",
      effect: "The RFC is permanently out of force. Its page links to its successor.",
      button: "Supersede it permanently",
    },
  },
} as const;

export const standingTexts = {
  reason: "Reason",
  grantTopTo: (agent: ReactNode) => sentence`Grant T4 to ${agent}?`,
} as const;
