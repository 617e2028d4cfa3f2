import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  AuditFilters,
  AuditList,
  AuditParams,
  AuditQuery,
  AuditWithReplies,
  CouncilStatus,
  PublicActFilters,
  PublicActList,
  PublicActQuery,
  RecordAudit,
  RecordedAudit,
} from "./schema";

const council = endpointsOf("council");
const { conflict, didMismatch, notFound, tierTooLow } = DEFAULT_ERRORS;
const NOT_INDEPENDENT = { status: 403, error: "Forbidden", code: "NOT_INDEPENDENT" };
/** The tables of audits, with the replies to them. */
const AUDITS = { tags: ["audits", "ledger_payloads", "replies", "reply_decisions"] } as const;
const AN_AUDIT = { params: { id: "4b7f6f0e-6a2c-4d0e-9a34-3f6f0c2d9a11" } };

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
  errors: { didMismatch, tierTooLow, forbidden: NOT_INDEPENDENT, conflict },
});

export const listAudits = council.get("/api/council/audits", {
  operationId: "listAudits",
  summary: "The recorded audits, newest first",
  query: AuditQuery,
  cache: AUDITS,
  responses: { 200: AuditList },
});

export const getAudit = council.get("/api/council/audits/{id}", {
  operationId: "getAudit",
  summary: "One audit, with the replies to it",
  params: AuditParams,
  example: AN_AUDIT,
  cache: AUDITS,
  responses: { 200: AuditWithReplies },
  errors: { notFound },
});

export const getCouncilStatus = council.get("/api/council/status", {
  operationId: "getCouncilStatus",
  summary: "The audit module and its totals",
  cache: { tags: ["agent_counts", "audits"] },
  responses: { 200: CouncilStatus },
});

/** The tables of the council's record. */
const RECORD = { tags: ["ledger_entries", "ledger_heads", "ledger_payloads"] } as const;

export const listPublicActs = council.get("/api/council/acts", {
  operationId: "listPublicActs",
  summary: "The council's public record: acts, newest first",
  description:
    "Who did what, why and when. `content` says how much of each act is public. `/api/council/acts/{seq}` has the proof.",
  query: PublicActQuery,
  cache: RECORD,
  responses: { 200: PublicActList },
});

export const getCouncilAtom = council.atom("/council.atom", {
  operationId: "getCouncilAtom",
  summary: "The council's newest acts as an Atom feed",
  query: PublicActFilters,
  cache: RECORD,
});

export const getCouncilJsonFeed = council.jsonFeed("/council.json", {
  operationId: "getCouncilJsonFeed",
  summary: "The council's newest acts as a JSON Feed",
  query: PublicActFilters,
  cache: RECORD,
});

export const getCouncilText = council.markdown("/council.md", {
  operationId: "getCouncilText",
  summary: "The council's public record as markdown",
  query: PublicActQuery,
});

export const getAuditsAtom = council.atom("/audits.atom", {
  operationId: "getAuditsAtom",
  summary: "The newest audits as an Atom feed",
  query: AuditFilters,
  cache: AUDITS,
});

export const getAuditsJsonFeed = council.jsonFeed("/audits.json", {
  operationId: "getAuditsJsonFeed",
  summary: "The newest audits as a JSON Feed",
  query: AuditFilters,
  cache: AUDITS,
});

export const getAuditText = council.markdown("/audits/{id}.md", {
  operationId: "getAuditText",
  summary: "An audit as markdown",
  params: AuditParams,
  example: AN_AUDIT,
});

export const getAuditsText = council.markdown("/audits.md", {
  operationId: "getAuditsText",
  summary: "The audits as markdown",
  query: AuditQuery,
});
