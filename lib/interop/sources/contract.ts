import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const operations = endpointsOf("operations");
const { operatorOnly, notFound, conflict } = DEFAULT_ERRORS;

export const listSources = operations.get("/api/sources", {
  operationId: "listSources",
  summary: "List the followed lists",
  permission: "source.read",
  responses: { 200: schema.SourceList },
  errors: { operatorOnly },
});

export const addSource = operations.post("/api/sources", {
  operationId: "addSource",
  summary: "Follow a list",
  description:
    "Fetches an external list on a schedule, by one instance at a time, and imports its records as agents of the operators. An agent is withdrawn if it was missing in three complete fetches over at least an hour. If more than a fifth of the agents would be withdrawn, an operator decides. Agents that have another owner, or were here before, are not changed.",
  permission: "source.manage",
  body: schema.AddSource,
  example: {
    body: { kind: "ard-publisher", address: "https://agents.example.com/.well-known/ard.json", every_minutes: 60 },
  },
  responses: { 201: schema.Source },
  errors: { operatorOnly, conflict },
});

export const decideSource = operations.post("/api/sources/{id}", {
  operationId: "decideSource",
  summary: "Pause, resume, fetch or remove a followed list, or decide about its missing agents",
  description: "Returns the list after the change; for `remove`, before it.",
  permission: "source.manage",
  params: schema.SourceParams,
  body: schema.DecideSource,
  example: { params: { id: "0190b2f4-7c1e-4a55-8d7e-3f6b5a1c9e20" }, body: { action: "pause" } },
  responses: { 200: schema.Source },
  errors: { operatorOnly, notFound, conflict },
});
