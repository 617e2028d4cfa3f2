import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  ActList,
  ActQuery,
  AuditFilters,
  AuditList,
  AuditQuery,
  CouncilStatus,
  RecordAudit,
  RecordedAudit,
} from "./schema";

const council = endpointsOf("council");

export const recordAudit = council.post("/api/council/audit", {
  operationId: "recordAudit",
  summary: "Record an audit",
  description:
    "A completed audit changes the standing of the audited agent at once, up or down. A failed one also ends a tier that an operator granted. An agent cannot audit itself, and an organisation cannot audit its own agents.",
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
  descriptions: { 201: "Audit logged." },
  errors: {
    didMismatch: DEFAULT_ERRORS.didMismatch,
    tierTooLow: DEFAULT_ERRORS.tierTooLow,
    forbidden: { status: 403, error: "Forbidden", code: "NOT_INDEPENDENT" },
    conflict: DEFAULT_ERRORS.conflict,
  },
});

export const listAudits = council.get("/api/council/audits", {
  operationId: "listAudits",
  summary: "The recorded audits, newest first",
  query: AuditQuery,
  cache: { tags: ["audits", "ledger_payloads"] },
  responses: { 200: AuditList },
});

export const getCouncilStatus = council.get("/api/council/status", {
  operationId: "getCouncilStatus",
  summary: "The audit module and its totals",
  cache: { tags: ["agent_counts", "audits"] },
  responses: { 200: CouncilStatus },
});

export const listActs = council.get("/api/council/acts", {
  operationId: "listActs",
  summary: "The acts in the council's log, newest first",
  description:
    "The actor, the act, its subject and the reason. Everyone sees that an act is in the log. Only operators see its content.",
  permission: "council.read_acts",
  query: ActQuery,
  responses: { 200: ActList },
  errors: { operatorOnly: DEFAULT_ERRORS.operatorOnly },
});

export const getAuditsAtom = council.atom("/audits.atom", {
  operationId: "getAuditsAtom",
  summary: "The newest audits as an Atom feed",
  query: AuditFilters,
  cache: { tags: ["audits", "ledger_payloads"] },
});

export const getAuditsJsonFeed = council.jsonFeed("/audits.json", {
  operationId: "getAuditsJsonFeed",
  summary: "The newest audits as a JSON Feed",
  query: AuditFilters,
  cache: { tags: ["audits", "ledger_payloads"] },
});

export const getAuditsText = council.markdown("/audits.md", {
  operationId: "getAuditsText",
  summary: "The audits as markdown",
  query: AuditQuery,
});
