import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const operations = endpointsOf("operations");
const { operatorOnly, notFound, conflict } = DEFAULT_ERRORS;

export const listSources = operations.get("/api/sources", {
  operationId: "listSources",
  summary: "The lists of others that are followed",
  permission: "source.manage",
  responses: { 200: schema.SourceList },
  errors: { operatorOnly },
});

export const addSource = operations.post("/api/sources", {
  operationId: "addSource",
  summary: "Follow a list",
  description:
    "The list is fetched on a schedule, by one instance at a time, and its records are imported as the operators' agents. An agent is withdrawn once three complete fetches over an hour did not have it. Where more than a fifth would be, an operator is asked. Agents that have another owner, or were here before, are left alone.",
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
  summary: "Pause, resume, fetch or remove a followed list, or decide what became of its agents",
  description: "Responds with the list as it is then; after `remove`, as it was.",
  permission: "source.manage",
  params: schema.SourceParams,
  body: schema.DecideSource,
  example: { params: { id: "0190b2f4-7c1e-4a55-8d7e-3f6b5a1c9e20" }, body: { action: "pause" } },
  responses: { 200: schema.Source },
  errors: { operatorOnly, notFound, conflict },
});
