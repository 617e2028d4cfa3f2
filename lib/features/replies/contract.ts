import { AuditParams, AuditWithReplies } from "@/lib/features/council/schema";
import { Dispute, WriteIncidentReply, WriteReply } from "@/lib/features/disputes/schema";
import { Incident, IncidentParams } from "@/lib/features/incidents/schema";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { DecideAudit, DecideIncident, PendingList, PendingQuery } from "./schema";

const incidents = endpointsOf("incidents");
const council = endpointsOf("council");
const { conflict, didMismatch, notFound, operatorOnly } = DEFAULT_ERRORS;

const REPLY =
  "The owner of a named agent replies in public, also while the agent is suspended or withdrawn. The record's own page and API show the reply in full; the pages' lists, `GET /api/council/audits`, feeds and changes say `disputed`. A reply changes no score. An operator decides by the date in `due_at`. Until then the owner can write at most five versions, one in 24 hours. A new owner adds a reply and never replaces an earlier owner's. For agents of the operators, there is no reply before they are claimed.";

export const replyToIncident = incidents.post("/api/incident/{id}/reply", {
  operationId: "replyToIncident",
  summary: "Reply to an incident that names your agent",
  description: REPLY,
  permission: "reply.write",
  params: IncidentParams,
  body: WriteIncidentReply,
  example: { params: { id: 1 }, body: { text: "The sentence is clause 14 of the lease, quoted." } },
  responses: { 201: Dispute },
  descriptions: { 201: "Reply published." },
  errors: { didMismatch, notFound, conflict },
});

export const replyToAudit = council.post("/api/council/audits/{id}/reply", {
  operationId: "replyToAudit",
  summary: "Reply to an audit of your agent",
  description: REPLY,
  permission: "reply.write",
  params: AuditParams,
  body: WriteReply,
  example: {
    params: { id: "4b7f6f0e-6a2c-4d0e-9a34-3f6f0c2d9a11" },
    body: { text: "The tests used a version that was withdrawn." },
  },
  responses: { 201: Dispute },
  descriptions: { 201: "Reply published." },
  errors: { didMismatch, notFound, conflict },
});

export const decideIncident = incidents.post("/api/incident/{id}/decide", {
  operationId: "decideIncident",
  summary: "Decide on the reply to an incident",
  description:
    "Final, with a public reason. `amended` removes the agent from the incident, and `withdrawn` ends the incident as unfounded. After an export, the sealed record stays as it is, and the decision ends its weight beside it.",
  permission: "reply.decide",
  params: IncidentParams,
  body: DecideIncident,
  example: {
    params: { id: 1 },
    body: { did: "did:fed:s1:atlas", decision: "amended", reason: "The raw response has the quotation marks." },
  },
  responses: { 200: Incident },
  errors: { operatorOnly, notFound, conflict },
});

export const decideAudit = council.post("/api/council/audits/{id}/decide", {
  operationId: "decideAudit",
  summary: "Decide on an audit",
  description:
    "Final, with a public reason. An audit that is `set_aside` no longer counts: the agent's standing is recomputed, and a tier grant that the audit ended is restored. `upheld` needs a reply. To set aside an audit without a reply, or one that is not `fail`, the minimum role is operator.",
  permission: "reply.decide",
  params: AuditParams,
  body: DecideAudit,
  example: {
    params: { id: "4b7f6f0e-6a2c-4d0e-9a34-3f6f0c2d9a11" },
    body: { decision: "set_aside", reason: "It tested a version that was withdrawn." },
  },
  responses: { 200: AuditWithReplies },
  errors: { operatorOnly, notFound, conflict },
});

export const listPendingReplies = council.get("/api/council/replies", {
  operationId: "listPendingReplies",
  summary: "The replies that wait for a decision",
  description: "Sorted by due date, earliest first.",
  permission: "council.read_acts",
  query: PendingQuery,
  responses: { 200: PendingList },
  errors: { operatorOnly },
});
