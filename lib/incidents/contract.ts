import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const incidents = endpointsOf("incidents");
const { conflict, didMismatch, notFound, operatorOnly, tierTooLow } = DEFAULT_ERRORS;
const missing = { status: 400, error: "Missing title/severity", code: "MISSING_TITLE_SEVERITY" };
const fields = ["title", "severity"];

export const openIncident = incidents.post("/api/incident/open", {
  operationId: "openIncident",
  summary: "Open an incident",
  description:
    "Public at once. An operator's weighs at once on the agents that it names: on their scores, and if it is critical on their tiers. Any other weighs once it is confirmed. An operator can strike an agent from it, or resolve it as unfounded, and that weight is gone. A confirmed critical one proposes a freeze, on which a person decides. At most five of one organisation await an operator; an agent without an organisation counts for itself.",
  permission: "incident.open",
  body: schema.OpenIncident,
  example: { body: { title: "Translations lose negations", severity: "MAJOR", affected: ["did:fed:s1:atlas"] } },
  responses: { 201: schema.Incident },
  meanings: { 201: "Incident created." },
  errors: { missing: { ...missing, fields }, malformed: { ...missing, fields }, didMismatch, tierTooLow, conflict },
});

export const getIncident = incidents.get("/api/incident/{id}", {
  operationId: "getIncident",
  summary: "One incident, with its timeline",
  params: schema.IncidentParams,
  example: { params: { id: 1 } },
  cache: { tags: ["incident_agents", "incident_events", "incident_exports", "incidents"] },
  responses: { 200: schema.Incident },
  errors: { notFound },
});

export const listIncidents = incidents.get("/api/incidents", {
  operationId: "listIncidents",
  summary: "The incidents, newest first, and exact counts of all",
  description:
    "200 whatever happens: where the database fails, a list without incidents that says `db_error`. With a filter, a `limit` or a `cursor` it also counts what is `matching`, and has `next_cursor` while more follows; the other counts are always of the whole register.",
  query: schema.IncidentListQuery,
  example: { query: { severity: "CRITICAL", limit: 2 } },
  cache: { tags: ["incidents"] },
  responses: { 200: schema.IncidentList },
});

export const transitionIncident = incidents.post("/api/incident/{id}/transition", {
  operationId: "transitionIncident",
  summary: "Freeze, reopen, resolve or export an incident",
  description:
    "OPEN to FROZEN and back; either to RESOLVED; RESOLVED to EXPORTED, which seals it: its record is hashed and the hash anchored. To freeze an incident freezes no subsystem. A move that does not exist is a 409 that names those that do.",
  permission: "incident.transition",
  params: schema.IncidentParams,
  body: schema.TransitionIncident,
  example: { params: { id: 1 }, body: { status: "RESOLVED", note: "The model was rolled back." } },
  responses: { 200: schema.Incident },
  errors: {
    operatorOnly,
    notFound,
    conflict,
    frozen: { status: 503, error: "Memory frozen", code: "MEMORY_FROZEN" },
  },
});

export const confirmIncident = incidents.post("/api/incident/{id}/confirm", {
  operationId: "confirmIncident",
  summary: "Confirm an incident",
  description:
    "From then on it weighs on the agents that it names. An operator confirms, or an agent that neither reported it, nor belongs to the reporter's organisation, nor is named by it. What an operator opened needs no confirmation.",
  permission: "incident.confirm",
  params: schema.IncidentParams,
  body: schema.ConfirmIncident,
  example: { params: { id: 1 }, body: { note: "The trace shows it." } },
  responses: { 200: schema.Incident },
  errors: {
    didMismatch,
    tierTooLow,
    forbidden: { status: 403, error: "Forbidden", code: "NOT_INDEPENDENT" },
    notFound,
    conflict,
  },
});

export const updateIncident = incidents.post("/api/incident/{id}/update", {
  operationId: "updateIncident",
  summary: "Post an update on an incident",
  description: `Says what is new without a transition. Operators post updates, and so do the reporter and the agent that confirmed the incident, each at most ${schema.MAX_UPDATES} on one incident. Its timeline, the feeds and the status page show them.`,
  permission: "incident.update",
  params: schema.IncidentParams,
  body: schema.UpdateIncident,
  example: { params: { id: 1 }, body: { note: "The cause is found. A fix is being tested." } },
  responses: { 200: schema.Incident },
  errors: {
    didMismatch,
    tierTooLow,
    forbidden: { status: 403, error: "Forbidden", code: "NOT_INVOLVED" },
    notFound,
    conflict,
  },
});

export const writePostmortem = incidents.post("/api/incident/{id}/postmortem", {
  operationId: "writePostmortem",
  summary: "Publish the postmortem of a resolved incident",
  description:
    "Markdown. It can be revised while the incident is RESOLVED; every version stays in the timeline and in the council's log. The export seals it with the record.",
  permission: "incident.transition",
  params: schema.IncidentParams,
  body: schema.WritePostmortem,
  example: {
    params: { id: 1 },
    body: { text: "## Cause\n\nA retry without an idempotency key.\n\n## What changes\n\nThe key is required." },
  },
  responses: { 200: schema.Incident },
  errors: { operatorOnly, notFound, conflict },
});

export const strikeAgent = incidents.post("/api/incident/{id}/strike", {
  operationId: "strikeAgent",
  summary: "Strike an agent from an incident",
  description: "The incident stops weighing on it, and a tier grant that the incident ended stands again.",
  permission: "incident.transition",
  params: schema.IncidentParams,
  body: schema.StrikeAgent,
  example: { params: { id: 1 }, body: { did: "did:fed:s1:atlas", note: "It was not part of this." } },
  responses: { 200: schema.Incident },
  errors: { operatorOnly, notFound, conflict },
});

export const exportIncident = incidents.get("/api/incident/{id}/export", {
  operationId: "exportIncident",
  summary: "An exported incident's sealed record",
  description:
    "Canonical JSON (RFC 8785), the very bytes whose SHA-256 stands in the incident's `seal` and is anchored. Not found before the export.",
  params: schema.IncidentParams,
  text: "application/json",
  document: schema.SealedIncident,
  example: { params: { id: 1 } },
  cache: { tags: ["incident_exports", "incidents"] },
  responses: { 200: z.string() },
  errors: { notFound },
});

export const getIncidentsAtom = incidents.atom("/incidents.atom", {
  operationId: "getIncidentsAtom",
  summary: "The incidents as an Atom feed",
  description: "Those that changed last come first.",
  cache: { tags: ["incident_agents", "incident_events", "incidents"] },
});

export const getIncidentsJsonFeed = incidents.jsonFeed("/incidents.json", {
  operationId: "getIncidentsJsonFeed",
  summary: "The incidents as a JSON Feed",
  description: "Those that changed last come first.",
  cache: { tags: ["incident_agents", "incident_events", "incidents"] },
});

export const getIncidentsText = incidents.markdown("/incidents.md", {
  operationId: "getIncidentsText",
  summary: "The register of incidents as markdown",
  query: schema.IncidentQuery,
});

export const getIncidentText = incidents.markdown("/incidents/{id}.md", {
  operationId: "getIncidentText",
  summary: "An incident as markdown",
  params: schema.IncidentParams,
  example: { params: { id: 1 } },
});
