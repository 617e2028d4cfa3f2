import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { ActList, ActQuery, AuditList, AuditQuery, CouncilStatus, RecordAudit, RecordedAudit } from "./schema";

export const recordAudit = endpoint({
  operationId: "recordAudit",
  method: "POST",
  path: "/api/council/audit",
  summary: "Put an audit on record",
  description:
    "A completed audit changes the standing of the agent it names at once, up or down; a failed one also ends a tier that an operator granted. Nobody audits itself, and no organisation its own agents.",
  tag: "council",
  permission: "council.audit",
  body: RecordAudit,
  example: {
    body: {
      did: "did:fed:s1:atlas",
      verdict: "pass",
      summary: "200 translations compared with a person's.",
      findings: ["Negations are kept."],
    },
  },
  responses: { 201: RecordedAudit },
  meanings: { 201: "Audit logged." },
  errors: {
    didMismatch: DEFAULT_ERRORS.didMismatch,
    tierTooLow: DEFAULT_ERRORS.tierTooLow,
    forbidden: { status: 403, error: "Forbidden", code: "NOT_INDEPENDENT" },
    conflict: DEFAULT_ERRORS.conflict,
  },
});

export const listAudits = endpoint({
  operationId: "listAudits",
  method: "GET",
  path: "/api/council/audits",
  summary: "The audits on record, newest first",
  tag: "council",
  query: AuditQuery,
  responses: { 200: AuditList },
});

export const getCouncilStatus = endpoint({
  operationId: "getCouncilStatus",
  method: "GET",
  path: "/api/council/status",
  summary: "The audit module and its totals",
  tag: "council",
  responses: { 200: CouncilStatus },
});

export const listActs = endpoint({
  operationId: "listActs",
  method: "GET",
  path: "/api/council/acts",
  summary: "The acts in the council's log, newest first",
  description: "Who did what to whom, and why. Everyone sees that an act is on record; what it says, operators do.",
  tag: "council",
  permission: "council.read_acts",
  query: ActQuery,
  responses: { 200: ActList },
  errors: { operatorOnly: DEFAULT_ERRORS.operatorOnly },
});

export const getAuditsText = markdownTwin({
  operationId: "getAuditsText",
  path: "/audits.md",
  summary: "The audits as markdown",
  tag: "council",
  query: AuditQuery,
});
