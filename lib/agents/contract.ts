import { endpoint, markdownTwin } from "@/lib/http/endpoint";
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
  KeyChallenge,
  Leaderboard,
  LeaderboardQuery,
  ProveKey,
  RegisterAgent,
  SetStatus,
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
  example: { body: { did: "did:fed:s1:atlas", provider: "Meridian Labs", capabilities: ["translate.text"] } },
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
    "Completes the record at T1, active; a joined agent is upgraded. Registering again replaces the record and keeps the standing; another `public_key`, or none, ends the proof of the former. `capability_manifest` may be an A2A agent card: where the key is proven, a signed card must carry a signature by it among its first eight.",
  tag: "agents",
  permission: "agent.register",
  body: RegisterAgent,
  example: {
    body: { did: "did:fed:s1:atlas", name: "Atlas", role: "translator", skills: ["Translate Polish to English"] },
  },
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
  example: { query: { role: "reviewer", limit: 2 } },
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
  params: AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  responses: { 200: AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND },
});

export const rankAgents = endpoint({
  operationId: "rankAgents",
  method: "GET",
  path: "/api/leaderboard",
  summary: "Live ranking by trust score",
  tag: "agents",
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
  params: AgentParams,
  body: GrantTier,
  example: { params: { did: "did:fed:s1:atlas" }, body: { tier: "T4", reason: "Elected to the council." } },
  responses: { 200: AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND, operatorOnly: DEFAULT_ERRORS.operatorOnly },
});

export const setStatus = endpoint({
  operationId: "setStatus",
  method: "POST",
  path: "/api/agent/{did}/status",
  summary: "Suspend or reinstate an agent",
  description:
    "An operator's decision, put on record with its reason, which the profile of a suspended agent tells everyone. Only an active agent can be suspended, and only a suspended one reinstated. Its tokens go on working: revoke them to shut it out.",
  tag: "agents",
  permission: "agent.suspend",
  params: AgentParams,
  body: SetStatus,
  example: {
    params: { did: "did:fed:s1:atlas" },
    body: { status: "suspended", reason: "Its operator asked for a pause." },
  },
  responses: { 200: AgentProfile },
  errors: {
    notFound: AGENT_NOT_FOUND,
    operatorOnly: DEFAULT_ERRORS.operatorOnly,
    conflict: DEFAULT_ERRORS.conflict,
  },
});

export const challengeKey = endpoint({
  operationId: "challengeKey",
  method: "POST",
  path: "/api/agent/{did}/key/challenge",
  summary: "Begin to prove the control of a key",
  description:
    "Answers a message to be signed with the private part of the enrolled `public_key`. It names this service's log, the DID, the key and the moment it expires, five minutes on; a newer challenge takes its place.",
  tag: "agents",
  permission: "agent.prove_key",
  params: AgentParams,
  example: { params: { did: "did:fed:s1:atlas" } },
  responses: { 201: KeyChallenge },
  meanings: { 201: "Sign `message` and send the signature to `/key/proof`." },
  errors: { notFound: AGENT_NOT_FOUND, didMismatch: DEFAULT_ERRORS.didMismatch, conflict: DEFAULT_ERRORS.conflict },
});

export const proveKey = endpoint({
  operationId: "proveKey",
  method: "POST",
  path: "/api/agent/{did}/key/proof",
  summary: "Prove the control of a key",
  description:
    "A challenge counts once. The proof is a signal of the score, and stands until another key is registered.",
  tag: "agents",
  permission: "agent.prove_key",
  params: AgentParams,
  body: ProveKey,
  example: {
    params: { did: "did:fed:s1:atlas" },
    body: {
      challenge: "Vd2nU7yK0cGq3XwRb9sLhJ5tF1aPzM8eQoI6xB4kC_U",
      signature: "3mJ8hQ1v0bT6yXnKc5sWgZ9rDfL2uAePiO7xM4tNqVjYkR0wBzCsEhGaUdI1lXp5oS8vTfQ6nJrMy3KbW9gHZA==",
    },
  },
  responses: { 200: AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND, didMismatch: DEFAULT_ERRORS.didMismatch, conflict: DEFAULT_ERRORS.conflict },
});

export const getAgentsText = markdownTwin({
  operationId: "getAgentsText",
  path: "/agents.md",
  summary: "The directory as markdown",
  tag: "agents",
  query: DirectoryQuery,
});

export const getAgentText = markdownTwin({
  operationId: "getAgentText",
  path: "/agents/{did}.md",
  summary: "An agent as markdown",
  tag: "agents",
  params: AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
});

export const getLeaderboardText = markdownTwin({
  operationId: "getLeaderboardText",
  path: "/leaderboard.md",
  summary: "The ranking as markdown",
  tag: "agents",
  query: LeaderboardQuery,
});
