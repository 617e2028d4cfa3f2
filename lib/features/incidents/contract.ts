import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const incidents = endpointsOf("incidents");
const { conflict, didMismatch, forbidden, notFound, operatorOnly, tierTooLow } = DEFAULT_ERRORS;
const missing = { status: 400, error: "Missing title/severity", code: "MISSING_TITLE_SEVERITY" };
const fields = ["title", "severity"];

export const openIncident = incidents.post("/api/incident/open", {
  operationId: "openIncident",
  summary: "Open an incident",
  description:
    "The incident is public at once. If an operator opens it, it counts at once against the agents that it names: in their scores and, if critical, in their tiers. Any other incident counts after it is confirmed. An operator can remove an agent from it or resolve it as unfounded; then it no longer counts. A confirmed critical incident proposes a freeze, which a person decides. At most five incidents of one organisation may wait for an operator. An agent without an organisation has its own limit.",
  permission: "incident.open",
  body: schema.OpenIncident,
  example: { body: { title: "Translations lose negations", severity: "MAJOR", affected: ["did:fed:s1:atlas"] } },
  responses: { 201: schema.Incident },
  descriptions: { 201: "Incident created." },
  errors: { missing: { ...missing, fields }, malformed: { ...missing, fields }, didMismatch, tierTooLow, conflict },
});

export const getIncident = incidents.get("/api/incident/{id}", {
  operationId: "getIncident",
  summary: "One incident, with its timeline",
  params: schema.IncidentParams,
  example: { params: { id: 1 } },
  cache: {
    tags: ["incident_agents", "incident_events", "incident_exports", "incidents", "replies", "reply_decisions"],
  },
  responses: { 200: schema.Incident },
  errors: { notFound },
});

export const listIncidents = incidents.get("/api/incidents", {
  operationId: "listIncidents",
  summary: "The incidents, newest first, with exact counts of all",
  description:
    "Always 200. If the database fails, returns a list without incidents and with `db_error`. With a filter, a `limit` or a `cursor`, also returns the count `matching`, and `next_cursor` if there are more. The other counts always include all incidents.",
  query: schema.IncidentListQuery,
  example: { query: { severity: "CRITICAL", limit: 2 } },
  cache: { tags: ["incidents"] },
  responses: { 200: schema.IncidentList },
});

export const transitionIncident = incidents.post("/api/incident/{id}/transition", {
  operationId: "transitionIncident",
  summary: "Freeze, reopen, resolve or export an incident",
  description:
    "OPEN to FROZEN and back; either of them to RESOLVED; RESOLVED to EXPORTED. EXPORTED seals the incident: its record is hashed and the hash is anchored. Freezing an incident freezes no subsystem. Any other move is a 409 that lists the possible moves.",
  permission: "incident.transition",
  params: schema.IncidentParams,
  body: schema.TransitionIncident,
  example: { params: { id: 1 }, body: { status: "RESOLVED", note: "The model was rolled back." } },
  responses: { 200: schema.Incident },
  errors: { operatorOnly, notFound, conflict, frozen: { status: 503, error: "Memory frozen", code: "MEMORY_FROZEN" } },
});

export const confirmIncident = incidents.post("/api/incident/{id}/confirm", {
  operationId: "confirmIncident",
  summary: "Confirm an incident",
  description:
    "The incident then counts against the agents that it names. It can be confirmed by an operator, or by an agent that did not report it, is not in the reporter's organisation, and is not named by it. An incident that an operator opened needs no confirmation.",
  permission: "incident.confirm",
  params: schema.IncidentParams,
  body: schema.ConfirmIncident,
  example: { params: { id: 1 }, body: { note: "The trace shows it." } },
  responses: { 200: schema.Incident },
  errors: { didMismatch, tierTooLow, forbidden: { ...forbidden, code: "NOT_INDEPENDENT" }, notFound, conflict },
});

export const updateIncident = incidents.post("/api/incident/{id}/update", {
  operationId: "updateIncident",
  summary: "Post an update on an incident",
  description: `Posts news without changing the status. Operators, the reporter and the agent that confirmed the incident can post updates, each at most ${schema.MAX_UPDATES} for one incident. The timeline, the feeds and the status page show them.`,
  permission: "incident.update",
  params: schema.IncidentParams,
  body: schema.UpdateIncident,
  example: { params: { id: 1 }, body: { note: "The cause is found. A fix is being tested." } },
  responses: { 200: schema.Incident },
  errors: { didMismatch, tierTooLow, forbidden: { ...forbidden, code: "NOT_INVOLVED" }, notFound, conflict },
});

export const writePostmortem = incidents.post("/api/incident/{id}/postmortem", {
  operationId: "writePostmortem",
  summary: "Publish the postmortem of a resolved incident",
  description:
    "Markdown. It can be revised while the incident is RESOLVED. Every version stays in the timeline and in the council's log. The export seals it with the record.",
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
  summary: "Remove an agent from an incident",
  description: "The incident no longer counts against the agent. A tier grant that the incident ended is restored.",
  permission: "incident.transition",
  params: schema.IncidentParams,
  body: schema.StrikeAgent,
  example: { params: { id: 1 }, body: { did: "did:fed:s1:atlas", note: "It was not part of this." } },
  responses: { 200: schema.Incident },
  errors: { operatorOnly, notFound, conflict },
});

export const exportIncident = incidents.get("/api/incident/{id}/export", {
  operationId: "exportIncident",
  summary: "The sealed record of an exported incident",
  description:
    "Canonical JSON (RFC 8785): exactly the bytes whose SHA-256 is in the incident's `seal` and is anchored. Not found before the export.",
  params: schema.IncidentParams,
  mediaType: "application/json",
  textSchema: schema.SealedIncident,
  example: { params: { id: 1 } },
  cache: { tags: ["incident_exports", "incidents"] },
  responses: { 200: z.string() },
  errors: { notFound },
});

const feed = {
  description: "Ordered by their last change, newest first.",
  cache: { tags: ["incident_agents", "incident_events", "incidents", "replies", "reply_decisions"] },
} as const;

export const getIncidentsAtom = incidents.atom("/incidents.atom", {
  operationId: "getIncidentsAtom",
  summary: "The incidents as an Atom feed",
  ...feed,
});

export const getIncidentsJsonFeed = incidents.jsonFeed("/incidents.json", {
  operationId: "getIncidentsJsonFeed",
  summary: "The incidents as a JSON Feed",
  ...feed,
});

export const getIncidentsText = incidents.markdown("/incidents.md", {
  operationId: "getIncidentsText",
  summary: "The list of incidents as markdown",
  query: schema.IncidentQuery,
});

export const getIncidentText = incidents.markdown("/incidents/{id}.md", {
  operationId: "getIncidentText",
  summary: "An incident as markdown",
  params: schema.IncidentParams,
  example: { params: { id: 1 } },
});
