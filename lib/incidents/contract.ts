import { z } from "zod";
import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  Incident,
  IncidentList,
  IncidentParams,
  IncidentQuery,
  OpenIncident,
  StrikeAgent,
  TransitionIncident,
} from "./schema";

const { conflict, didMismatch, notFound, operatorOnly, tierTooLow } = DEFAULT_ERRORS;
const missing = { status: 400, error: "Missing title/severity", code: "MISSING_TITLE_SEVERITY" };
const fields = ["title", "severity"];

export const openIncident = endpoint({
  operationId: "openIncident",
  method: "POST",
  path: "/api/incident/open",
  summary: "Open an incident",
  description:
    "It weighs on the agents that it names at once: on their scores, and if it is critical on their tiers. An operator can strike an agent from it, or resolve it as unfounded, and that weight is gone. A critical one proposes a freeze, on which a person decides. An agent has at most five that await an operator.",
  tag: "incidents",
  permission: "incident.open",
  body: OpenIncident,
  example: { body: { title: "Translations lose negations", severity: "MAJOR", affected: ["did:fed:s1:atlas"] } },
  responses: { 201: Incident },
  meanings: { 201: "Incident created." },
  errors: { missing: { ...missing, fields }, malformed: { ...missing, fields }, didMismatch, tierTooLow, conflict },
});

export const getIncident = endpoint({
  operationId: "getIncident",
  method: "GET",
  path: "/api/incident/{id}",
  summary: "One incident, with its timeline",
  tag: "incidents",
  params: IncidentParams,
  example: { params: { id: 1 } },
  responses: { 200: Incident },
  errors: { notFound },
});

export const listIncidents = endpoint({
  operationId: "listIncidents",
  method: "GET",
  path: "/api/incidents",
  summary: "The incidents, newest first, and exact counts of all",
  description: "200 whatever happens: where the database fails, a list without incidents that says `db_error`.",
  tag: "incidents",
  responses: { 200: IncidentList },
});

export const transitionIncident = endpoint({
  operationId: "transitionIncident",
  method: "POST",
  path: "/api/incident/{id}/transition",
  summary: "Freeze, reopen, resolve or export an incident",
  description:
    "OPEN to FROZEN and back; either to RESOLVED; RESOLVED to EXPORTED, which seals it: its record is hashed and the hash anchored. To freeze an incident freezes no subsystem. A move that does not exist is a 409 that names those that do.",
  tag: "incidents",
  permission: "incident.transition",
  params: IncidentParams,
  body: TransitionIncident,
  example: { params: { id: 1 }, body: { status: "RESOLVED", note: "The model was rolled back." } },
  responses: { 200: Incident },
  errors: {
    operatorOnly,
    notFound,
    conflict,
    frozen: { status: 503, error: "Memory frozen", code: "MEMORY_FROZEN" },
  },
});

export const strikeAgent = endpoint({
  operationId: "strikeAgent",
  method: "POST",
  path: "/api/incident/{id}/strike",
  summary: "Strike an agent from an incident",
  description: "The incident stops weighing on it, and a tier grant that the incident ended stands again.",
  tag: "incidents",
  permission: "incident.transition",
  params: IncidentParams,
  body: StrikeAgent,
  example: { params: { id: 1 }, body: { did: "did:fed:s1:atlas", note: "It was not part of this." } },
  responses: { 200: Incident },
  errors: { operatorOnly, notFound, conflict },
});

export const exportIncident = endpoint({
  operationId: "exportIncident",
  method: "GET",
  path: "/api/incident/{id}/export",
  summary: "An exported incident's sealed record",
  description:
    "Canonical JSON (RFC 8785), the very bytes whose SHA-256 stands in the incident's `seal` and is anchored. Not found before the export.",
  tag: "incidents",
  params: IncidentParams,
  text: "application/json",
  example: { params: { id: 1 } },
  responses: { 200: z.string() },
  errors: { notFound },
});

export const getIncidentsAtom = endpoint({
  operationId: "getIncidentsAtom",
  method: "GET",
  path: "/incidents.atom",
  summary: "The incidents as an Atom feed",
  description: "RFC 4287. Those that changed last come first.",
  tag: "incidents",
  text: "application/atom+xml; charset=utf-8",
  responses: { 200: z.string() },
});

export const getIncidentsJsonFeed = endpoint({
  operationId: "getIncidentsJsonFeed",
  method: "GET",
  path: "/incidents.json",
  summary: "The incidents as a JSON Feed",
  description: "JSON Feed 1.1. Those that changed last come first.",
  tag: "incidents",
  text: "application/feed+json; charset=utf-8",
  responses: { 200: z.string() },
});

export const getIncidentsText = markdownTwin({
  operationId: "getIncidentsText",
  path: "/incidents.md",
  summary: "The register of incidents as markdown",
  tag: "incidents",
  query: IncidentQuery,
});

export const getIncidentText = markdownTwin({
  operationId: "getIncidentText",
  path: "/incidents/{id}.md",
  summary: "An incident as markdown",
  tag: "incidents",
  params: IncidentParams,
  example: { params: { id: 1 } },
});
