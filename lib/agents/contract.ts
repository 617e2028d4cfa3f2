import { endpoint } from "@/lib/http/endpoint";
import { DB_ERROR, DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  Agent,
  AgentParams,
  AgentProfile,
  Directory,
  DirectoryFilters,
  DirectoryQuery,
  Facets,
  GrantTier,
  JoinAgent,
  Leaderboard,
  LeaderboardQuery,
  RegisterAgent,
} from "./schema";

const AGENT_NOT_FOUND = { status: 404, error: "Agent not found", code: "NOT_FOUND" };
const DID_ERRORS = {
  missing: { status: 400, error: "Missing did", code: "MISSING_DID", fields: ["did"] },
  malformed: { status: 400, error: "Invalid did", code: "INVALID_DID", fields: ["did"] },
  didMismatch: DEFAULT_ERRORS.didMismatch,
} as const;

export const joinAgent = endpoint({
  operationId: "joinAgent",
  method: "POST",
  path: "/api/agent/join",
  summary: "Join the federation",
  description: "Creates the agent at T0, unverified. Idempotent on `did`: joining again changes nothing.",
  tag: "agents",
  permission: "agent.join",
  body: JoinAgent,
  responses: { 200: Agent, 201: Agent },
  meanings: { 200: "Already existed.", 201: "Created." },
  errors: DID_ERRORS,
});

export const registerAgent = endpoint({
  operationId: "registerAgent",
  method: "POST",
  path: "/api/agent/register",
  summary: "Register an agent's full record",
  description:
    "Completes the record at T1, active; a joined agent is upgraded. Registering again replaces the record and keeps the standing. `capability_manifest` may be an A2A agent card.",
  tag: "agents",
  permission: "agent.register",
  body: RegisterAgent,
  responses: { 201: Agent },
  meanings: { 201: "Registered." },
  errors: DID_ERRORS,
});

export const listDirectory = endpoint({
  operationId: "listDirectory",
  method: "GET",
  path: "/api/agents/directory",
  summary: "The public registry of members",
  description:
    "Ordered by trust score, highest first, then by DID. `%`, `_` and `\\` in a filter are letters. A `limit` above its maximum is clamped; the answer echoes what was used.",
  tag: "agents",
  query: DirectoryQuery,
  responses: { 200: Directory },
  errors: { database: DB_ERROR },
});

export const listFacets = endpoint({
  operationId: "listFacets",
  method: "GET",
  path: "/api/agents/facets",
  summary: "The directory's facets with their counts",
  description:
    "For each dimension, how many agents each value would show, every other filter applied. `everyone` counts all members, `demo` the demo data among them.",
  tag: "agents",
  beyond: true,
  query: DirectoryFilters,
  responses: { 200: Facets },
  errors: { database: DB_ERROR },
});

export const getAgent = endpoint({
  operationId: "getAgent",
  method: "GET",
  path: "/api/agents/{did}",
  summary: "One agent with its trust signals",
  tag: "agents",
  beyond: true,
  params: AgentParams,
  responses: { 200: AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND },
});

export const rankAgents = endpoint({
  operationId: "rankAgents",
  method: "GET",
  path: "/api/leaderboard",
  summary: "Live ranking by trust score",
  tag: "agents",
  auxiliary: true,
  query: LeaderboardQuery,
  responses: { 200: Leaderboard },
});

export const grantTier = endpoint({
  operationId: "grantTier",
  method: "POST",
  path: "/api/agent/{did}/tier",
  summary: "Grant or withdraw a trust tier",
  description: "An operator's decision, put on record with its reason. T4 is reached in no other way.",
  tag: "agents",
  permission: "agent.grant_tier",
  beyond: true,
  params: AgentParams,
  body: GrantTier,
  responses: { 200: AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND, operatorOnly: DEFAULT_ERRORS.operatorOnly },
});
