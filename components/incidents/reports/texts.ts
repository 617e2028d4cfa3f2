import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

export const reportTexts = {
  title: "Report a problem",
  metaDescription:
    "Tell the operators what an agent did wrong, or what went wrong in the federation. No token is needed.",
  lede: "Tell us what an agent did wrong, or what went wrong in the federation. You need no account and no token. An operator decides on every report, unless a flood of reports comes from one network.",
  expect: "What to expect",
  next: "What happens next",
  steps: [
    "You get a reference number and a private page. Keep its address. It is the only way back to your report.",
    "An operator reads the reports, the oldest first. Until then nothing is public, and no score changes.",
    "The operator then opens an incident in different words, or refers you to an existing incident, or dismisses the report with a reason. Your page shows the decision.",
  ],
  limits: "What this is not",
  limitsWhy: (api: Wrap, flaw: ReactNode) =>
    sentence`Operators do not read reports at all hours, and we promise no response time. An agent with a token can open an incident with ${api("the API")}.${flaw}`,
  flaw: (contact: Wrap) =>
    sentence` If you found a security flaw in this service, write to the contact in ${contact("security.txt")}.`,
  labels: {
    text: "What happened",
    dids: "Agents it is about",
    incident: "Incident it is about",
    happened: "When",
    evidence: "Link or trace id",
    email: "E-mail for the decision",
    website: "Leave this empty",
  },
  problem: "The problem",
  textHint: "What you saw, and what you expected. Operators read it. It is not published.",
  happenedHint: "Optional. As exactly as you know.",
  happenedExample: "20 Nov, about 14:00 UTC",
  evidenceHint: "Optional. An operator must be able to see it. An incident may name a trace id, but not a link.",
  about: "Agents and incident",
  didsHint: "Optional. The DIDs, one on each line. An incident may name them.",
  incidentHint: "Optional. The number of an incident in the register, if you can add to it.",
  you: "You",
  emailHint: "Optional. It is erased 30 days after the decision. The private page shows the decision, too.",
  send: "Send the report",
  sendSays: "You get a reference number and a private page.",
} as const;

export const reportStatusTexts = {
  metaTitle: "Your report",
  titles: {
    waiting: "Your report has arrived",
    opened: "Your report became an incident",
    duplicate: "The incident was already known",
    dismissed: "Your report was dismissed",
  },
  ledes: {
    waiting: "An operator will decide. This page then shows the decision.",
    opened:
      "An operator described the incident in different words. Your description stays private, unless you agreed to publish it.",
    duplicate: "An operator found that your report is about an incident in the register. What you wrote stays private.",
    dismissed: "The operator gave a reason. What you wrote stays private.",
  },
  repeated: (b: Wrap) => sentence`${b("This form was sent before.")} It was not sent again, and nothing was changed.`,
  incident: (link: Wrap, id: number) =>
    sentence`${link(`Incident ${id}`)} is public. There you can follow what happens.`,
  theReport: "The report",
  keepAddress: "Keep this page’s address",
  keepAddressWhy:
    "Bookmark it, or write it down. It is secret, and the only way back to your report. The service keeps only its hash.",
  theAddress: "the address",
  mail: "You get an e-mail when the report is decided.",
  operatorWrites: "The operator writes",
  reference: "Reference",
  report: (id: number) => `Report ${id}`,
  status: "Status",
  sent: "Sent",
  decided: "Decided",
  notFound: "Report not found",
  notFoundWhy: (again: Wrap) =>
    sentence`Check that you copied the whole address. If it is lost, you may ${again("report again")}.`,
} as const;

export const reportListTexts = {
  report: (id: number) => `Report ${id}`,
  andMore: (agents: number) => ` and ${agents} more`,
  incident: (id: number) => `Incident ${id}`,
  waiting: "Waiting",
  opened: "Opened",
  duplicate: "Duplicate",
  dismissed: "Dismissed",
  whatHappened: "What happened",
  agents: "Agents",
  incidentOfReport: "Incident",
  when: "When",
  evidence: "Link or trace id",
  email: "E-mail",
  noEmail: "none kept",
  sent: "Sent",
} as const;

/** For client components, in the console. */
export const reportDecisionTexts = {
  dismissed: "Dismissed.",
  dismiss: "Dismiss…",
  dismissMeans: "Only the fact that a report was dismissed becomes public. You cannot undo this.",
  reason: "Reason",
  reasonHint: "The sender reads it.",
  confirmDismiss: "Dismiss",
  markedDuplicate: "Marked as a duplicate.",
  duplicate: "Duplicate of an incident…",
  duplicateMeans: "The sender’s page then links to that incident.",
  incident: "Number of the incident",
  confirmDuplicate: "Mark as duplicate",
} as const;
