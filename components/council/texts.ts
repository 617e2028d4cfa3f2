import type { ReactNode } from "react";
import { sentence } from "@/components/ui/sentence";
import { auditPageTexts } from "@/lib/features/council/texts";

const number = (value: number) => value.toLocaleString("en");

export const auditTexts = {
  title: auditPageTexts.title,
  metaDescription: auditPageTexts.lede,
  lede: `${auditPageTexts.lede} A completed audit changes the agent’s score and tier at once. Each audit is an entry of the council’s log, so nobody can change it unnoticed.`,
  passed: "Passed",
  failed: "Failed",
  pending: "Pending",
  of: (did: ReactNode) => sentence`Of ${did} `,
  by: (auditor: ReactNode) => sentence`By ${auditor} `,
  showAll: "Show all audits",
  noMatch: auditPageTexts.none,
  auditedBy: (auditor: ReactNode) => sentence`Audited by ${auditor}`,
} as const;

/** For a client component, in the console. */
export const auditFormTexts = {
  recorded: (seq: number, effect: ReactNode) =>
    sentence`Recorded as entry ${number(seq)} of the council’s log. ${effect}`,
  standing: (did: ReactNode, tier: string, score: number) =>
    sentence`${did} now has tier ${tier} and a score of ${score}.`,
} as const;

export const journalTexts = {
  byActor: (actor: ReactNode) => sentence`by ${actor}`,
  verdicts: { pass: "Audit passed", fail: "Audit failed", pending: "Audit started" },
  withoutPage: {
    credential: "a credential",
    demo: "everything before is invented",
    report: "a report",
  },
  acts: {
    "agent.suspended": "Suspended",
    "agent.reinstated": "Reinstated",
    "agent.withdrawn": "Withdrawn",
    "agent.returned": "Returned",
    "agent.deprecated": "Deprecated",
    "agent.deprecation_lifted": "Deprecation lifted",
    "agent.updated": "Record changed",
    "agent.handed_over": "Handed over",
    "credential.issued": "Token issued",
    "credential.reissued": "Token issued again",
    "credential.revoked": "Token revoked",
    "credential.rotated": "Token rotated",
    "demo.seeded": "Demo ended",
    "domain.proven": "Domain proven",
    "domain.lost": "Domain lost",
    "domain.given_up": "Domain given up",
    "incident.opened": "Opened",
    "incident.confirmed": "Confirmed",
    "incident.frozen": "Frozen",
    "incident.updated": "Update posted",
    "incident.postmortem": "Postmortem published",
    "incident.reopened": "Reopened",
    "incident.resolved": "Resolved",
    "incident.exported": "Sealed",
    "incident.agent_struck": "Cleared of an incident",
    "key.proven": "Key proven",
    "key.proof_ended": "Proof of key ended",
    "memory.frozen": "Memory frozen",
    "memory.unfrozen": "Memory unfrozen",
    "memory.erased": "Payload erased",
    "relay.frozen": "Relay frozen",
    "relay.unfrozen": "Relay unfrozen",
    "rfc.entered": "Entered",
    "rfc.reviewed": "Reviewed",
    "rfc.activated": "In force",
    "rfc.frozen": "Frozen",
    "rfc.superseded": "Superseded",
    "tier.changed": "Tier changed",
    "tier.granted": "Tier granted",
    "tier.grant_withdrawn": "Grant withdrawn",
    "tier.grant_lapsed": "Grant ended",
    "tier.grant_restored": "Grant restored",
  },
} as const;
