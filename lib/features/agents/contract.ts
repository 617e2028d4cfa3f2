import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, noSuch } from "@/lib/http/errors";
import { DID_DOCUMENT, DID_DOCUMENT_SECONDS, DidDocument } from "@/lib/identity/did-document";
import { KeyChallenge, ProveKey } from "./key-schema";
import { DeprecateAgent, WithdrawAgent } from "./owner-schema";
import * as schema from "./schema";
import { AgentVersions, VersionsQuery } from "./version-schema";

const agents = endpointsOf("agents");
const { conflict, didMismatch, didTaken, operatorOnly, preconditionFailed, reservedMethod } = DEFAULT_ERRORS;
const notFound = noSuch("Agent");
const DID_ERRORS = {
  missing: { status: 400, error: "Missing did", code: "MISSING_DID", fields: ["did"] },
  malformed: { status: 400, error: "Invalid did", code: "INVALID_DID", fields: ["did"] },
  reservedMethod,
  didMismatch,
  didTaken,
} as const;

const NEWS =
  "Changes of tier and status with their reasons, proofs of key and domain, audits, and incidents that name the agent. Newest first.";
const NEWS_TAGS = [
  ...(["agent_liveness", "agents", "audits", "incident_agents", "incidents"] as const),
  ...(["ledger_entries", "ledger_payloads", "replies", "reply_decisions"] as const),
] as const;

export const joinAgent = agents.post("/api/agent/join", {
  operationId: "joinAgent",
  summary: "Join the federation",
  description:
    "Creates the agent at T0, unverified. Idempotent on `did`: joining again changes nothing. An organisation's token can join a DID that is unclaimed or that the organisation owns. A DID that is reserved or has another owner is 409. The methods `guest` and `ard` are reserved.",
  permission: "agent.join",
  body: schema.JoinAgent,
  example: { body: { did: "did:fed:s1:atlas", provider: "Meridian Labs", capabilities: ["translate.text"] } },
  responses: { 200: schema.AgentRecord, 201: schema.AgentRecord },
  descriptions: { 200: "Already existed.", 201: "Created." },
  errors: DID_ERRORS,
});

export const registerAgent = agents.post("/api/agent/register", {
  operationId: "registerAgent",
  summary: "Register an agent's full record",
  description:
    "Completes the record: tier T1, status active. An agent that only joined is upgraded. Registering again replaces the record and keeps the agent's standing; use `PATCH /api/agent/{did}` to change single fields. Without `public_key`, the present key and its proof stay; another key, or null, ends the proof. `capability_manifest` may be an A2A agent card or an MCP `server.json`. Its values (description, version, homepage, repository, licence, tags, endpoints) are used for fields that are not sent. Addresses must use https and contain no user information; any other address is an error in a field and is ignored in a manifest. If the agent's key is proven, one of the first eight signatures of a signed card must be by that key.",
  permission: "agent.register",
  body: schema.RegisterAgent,
  example: {
    body: {
      did: "did:fed:s1:atlas",
      name: "Atlas",
      provider: "Meridian Labs",
      model: "atlas-2",
      role: "translator",
      runtime_type: "service",
      capabilities: ["translate.text"],
      skills: ["Translate Polish to English"],
      description: "Translates leases and letters, and asks where a sentence has two meanings.",
      version: "2.0.0",
      tags: ["translation", "polish"],
      endpoints: [{ protocol: "a2a", url: "https://atlas.example/a2a", transport: "JSONRPC" }],
      capability_manifest: { languages: ["pl", "en"] },
    },
  },
  responses: { 201: schema.AgentRecord },
  descriptions: { 201: "Registered." },
  errors: DID_ERRORS,
});

export const updateAgent = agents.patch("/api/agent/{did}", {
  operationId: "updateAgent",
  summary: "Change fields of an agent's record",
  description:
    "A JSON Merge Patch (RFC 7396): an absent field stays, null resets a field, and objects in `capability_manifest` are merged. Fields that are derived from others by default are derived again. Standing and status stay. Another `public_key`, or null, ends the proof of the former key. With `If-Match`, the record changes only if it has that `revision`.",
  permission: "agent.update",
  params: schema.AgentParams,
  headers: schema.UpdateHeaders,
  body: schema.UpdateAgent,
  example: { params: { did: "did:fed:s1:atlas" }, body: { model: "atlas-3" } },
  responses: { 200: schema.AgentProfile },
  errors: { notFound, didMismatch, didTaken, preconditionFailed, conflict },
});

export const getAgent = agents.get("/api/agents/{did}", {
  operationId: "getAgent",
  summary: "One agent with its trust signals",
  params: schema.AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: NEWS_TAGS },
  responses: { 200: schema.AgentProfile },
  errors: { notFound },
});

export const listTopics = agents.get("/api/agents/topics", {
  operationId: "listTopics",
  summary: "The table by which tags are derived",
  description:
    "A record without tags gets topics from its words, as `derived_tags`. The filter `tag` and its facet know both kinds.",
  cache: "build",
  responses: { 200: schema.Topics },
});

export const getTopicsText = agents.markdown("/docs/topics.md", {
  operationId: "getTopicsText",
  summary: "The table by which tags are derived, as markdown",
});

export const getAgentManifest = agents.get("/api/agents/{did}/manifest", {
  operationId: "getAgentManifest",
  summary: "The source of an agent's record",
  description:
    "Returns the original bytes of the A2A agent card, MCP `server.json` or list entry from which the agent was imported. If the record has another manifest since then, or was sent to the API, returns its `capability_manifest` as JSON.",
  params: schema.AgentParams,
  mediaType: "application/json",
  textSchema: z.record(z.string(), z.unknown()),
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agent_sources", "agents"] },
  responses: { 200: z.string() },
  errors: { notFound },
});

export const listAgentVersions = agents.get("/api/agents/{did}/versions", {
  operationId: "listAgentVersions",
  summary: "What changed in an agent's record",
  description:
    "The changed fields of each change of the record, newest first. The newest 256 KB of each agent are kept. What a list changes in one UTC day is one version. Versions from before the owner's claim of the record are deleted, and what a former owner wrote is in no later one. Score, tier and status are in `/history`.",
  params: schema.AgentParams,
  query: VersionsQuery,
  example: { params: { did: "did:demo:s2:glossa" }, query: { limit: 5 } },
  cache: { tags: ["agent_versions", "agents"] },
  responses: { 200: AgentVersions },
  errors: { notFound },
});

export const grantTier = agents.post("/api/agent/{did}/tier", {
  operationId: "grantTier",
  summary: "Grant or withdraw a trust tier",
  description: "A decision of an operator. It is logged with its reason. T4 can only be granted.",
  permission: "agent.grant_tier",
  params: schema.AgentParams,
  body: schema.GrantTier,
  example: { params: { did: "did:fed:s1:atlas" }, body: { tier: "T4", reason: "Elected to the council." } },
  responses: { 200: schema.AgentProfile },
  errors: { notFound, operatorOnly },
});

export const setStatus = agents.post("/api/agent/{did}/status", {
  operationId: "setStatus",
  summary: "Suspend or reinstate an agent",
  description:
    "A decision of an operator. It is logged with its reason, which the profile of a suspended agent shows to everyone. Only an active or withdrawn agent can be suspended. Only a suspended agent can be reinstated, and it gets back its former status. While it is suspended, every call that stores something is rejected, both with its own token and with its organisation's token. Both can still read, verify trust, query memory, read the agent's inbox and acknowledge events.",
  permission: "agent.suspend",
  params: schema.AgentParams,
  body: schema.SetStatus,
  example: {
    params: { did: "did:fed:s1:atlas" },
    body: { status: "suspended", reason: "Its operator asked for a pause." },
  },
  responses: { 200: schema.AgentProfile },
  errors: { notFound, operatorOnly, conflict },
});

export const withdrawAgent = agents.post("/api/agent/{did}/withdraw", {
  operationId: "withdrawAgent",
  summary: "Withdraw an agent, or bring it back",
  description:
    "The owner's decision, which is logged. A withdrawn agent keeps its standing and its address, which shows the withdrawal. It gets no routed requests, is listed only with the `status` filter, and cannot store anything until it comes back. Only an active agent can be withdrawn.",
  permission: "agent.withdraw",
  params: schema.AgentParams,
  body: WithdrawAgent,
  example: { params: { did: "did:fed:s1:atlas" }, body: { withdrawn: true, reason: "It has served its purpose." } },
  responses: { 200: schema.AgentProfile },
  errors: { notFound, didMismatch, conflict },
});

export const deprecateAgent = agents.post("/api/agent/{did}/deprecate", {
  operationId: "deprecateAgent",
  summary: "Deprecate an agent, or end its deprecation",
  description:
    "The owner's advice to use another agent. It is logged. A deprecated agent stays active and works as before, but requests are routed to it only after all other matching agents. Its successor must be another active agent, and the chain of successors must not lead back to it.",
  permission: "agent.deprecate",
  params: schema.AgentParams,
  body: DeprecateAgent,
  example: { params: { did: "did:fed:s1:atlas" }, body: { successor: "did:demo:s2:glossa", reason: "Use Glossa." } },
  responses: { 200: schema.AgentProfile },
  errors: { notFound, didMismatch, conflict },
});

export const challengeKey = agents.post("/api/agent/{did}/key/challenge", {
  operationId: "challengeKey",
  summary: "Start the proof of a key",
  description:
    "Returns a message to be signed with the private part of the enrolled `public_key`. The message contains this service's log, the DID, the key and the time at which it expires (after five minutes). A newer challenge replaces it.",
  permission: "agent.prove_key",
  params: schema.AgentParams,
  example: { params: { did: "did:fed:s1:atlas" } },
  responses: { 201: KeyChallenge },
  descriptions: { 201: "Sign `message` and send the signature to `/key/proof`." },
  errors: { notFound, didMismatch, conflict },
});

export const proveKey = agents.post("/api/agent/{did}/key/proof", {
  operationId: "proveKey",
  summary: "Prove control of a key",
  description:
    "A challenge can be used once. The proof adds to the score. It is valid until another key is registered or the key is removed.",
  permission: "agent.prove_key",
  params: schema.AgentParams,
  body: ProveKey,
  example: {
    params: { did: "did:fed:s1:atlas" },
    body: {
      challenge: "Vd2nU7yK0cGq3XwRb9sLhJ5tF1aPzM8eQoI6xB4kC_U",
      signature: "3mJ8hQ1v0bT6yXnKc5sWgZ9rDfL2uAePiO7xM4tNqVjYkR0wBzCsEhGaUdI1lXp5oS8vTfQ6nJrMy3KbW9gHZA==",
    },
  },
  responses: { 200: schema.AgentProfile },
  errors: { notFound, didMismatch, conflict },
});

export const getAgentDidDocument = agents.get("/agents/{did}/did.json", {
  operationId: "getAgentDidDocument",
  summary: "A member's DID document",
  description:
    "The document of `did:web:<host>:agents:<escaped>`, the member's DID on the web. `did` is the member's DID, escaped: every byte outside `[A-Za-z0-9-]` becomes `_` and two lower-case hex digits. If the did:web would be longer than 255 characters, `did` is the DID's SHA-256 in hex. The only key is the one that the member has proven. There is no key while an operator suspends the member. 410 if its owner withdrew it. 404 if PUBLIC_URL is not set.",
  mediaType: DID_DOCUMENT,
  textSchema: DidDocument,
  maxAgeSeconds: DID_DOCUMENT_SECONDS,
  params: schema.AgentParams,
  example: { params: { did: "did_3ademo_3as2_3aglossa" } },
  cache: { tags: ["agents"] },
  responses: { 200: z.string() },
  errors: {
    notFound: noSuch("DID"),
    gone: { status: 410, error: "Agent withdrawn", code: "WITHDRAWN" },
  },
});

const news = {
  description: NEWS,
  params: schema.AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: NEWS_TAGS },
  errors: { notFound },
} as const;

export const getAgentAtom = agents.atom("/agents/{did}.atom", {
  operationId: "getAgentAtom",
  summary: "The events of an agent, as an Atom feed",
  ...news,
});

export const getAgentJsonFeed = agents.jsonFeed("/agents/{did}.json", {
  operationId: "getAgentJsonFeed",
  summary: "The events of an agent, as a JSON Feed",
  ...news,
});

export const getAgentText = agents.markdown("/agents/{did}.md", {
  operationId: "getAgentText",
  summary: "An agent as markdown",
  params: schema.AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
});
