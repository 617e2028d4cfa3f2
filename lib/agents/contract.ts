import { z } from "zod";
import { DID_DOCUMENT, DID_DOCUMENT_SECONDS, DidDocument } from "@/lib/did-document";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { KeyChallenge, ProveKey } from "./key-schema";
import { DeprecateAgent, WithdrawAgent } from "./owner-schema";
import * as schema from "./schema";
import { AgentSearch, AgentSearchQuery } from "./search-schema";

const agents = endpointsOf("agents");
const AGENT_NOT_FOUND = { status: 404, error: "Agent not found", code: "NOT_FOUND" };
const DID_ERRORS = {
  missing: { status: 400, error: "Missing did", code: "MISSING_DID", fields: ["did"] },
  malformed: { status: 400, error: "Invalid did", code: "INVALID_DID", fields: ["did"] },
  reservedMethod: DEFAULT_ERRORS.reservedMethod,
  didMismatch: DEFAULT_ERRORS.didMismatch,
  didTaken: DEFAULT_ERRORS.didTaken,
} as const;

const NEWEST =
  "Takes the directory's filters, so any view of it can be followed. `q` finds words anywhere in a record.";
const NEWS =
  "Changes of tier and status with their reasons, proofs of key and domain, audits, and the incidents that name it, newest first.";
const NEWS_TAGS = ["agents", "audits", "incident_agents", "incidents", "ledger_entries", "ledger_payloads"] as const;

export const joinAgent = agents.post("/api/agent/join", {
  operationId: "joinAgent",
  summary: "Join the federation",
  description:
    "Creates the agent at T0, unverified. Idempotent on `did`: joining again changes nothing. An organisation's key joins a DID that is unclaimed or its own; one that is reserved or has another owner is 409. The methods `guest` and `ard` are reserved.",
  permission: "agent.join",
  body: schema.JoinAgent,
  example: { body: { did: "did:fed:s1:atlas", provider: "Meridian Labs", capabilities: ["translate.text"] } },
  responses: { 200: schema.AgentRecord, 201: schema.AgentRecord },
  meanings: { 200: "Already existed.", 201: "Created." },
  errors: DID_ERRORS,
});

export const registerAgent = agents.post("/api/agent/register", {
  operationId: "registerAgent",
  summary: "Register an agent's full record",
  description:
    "Completes the record at T1, active; a joined agent is upgraded. Registering again replaces the record and keeps the standing; to change some of its fields, `PATCH /api/agent/{did}`. Without `public_key` the present key and its proof stay; another key, or null, ends the proof. `capability_manifest` may be an A2A agent card or an MCP `server.json`: what it says of the agent (description, version, homepage, repository, licence, tags, endpoints) counts where the fields of those names are not sent. Addresses are https without user information: another one is an error as a field, and left out of a manifest. Where the key is proven, a signed card must carry a signature by it among its first eight.",
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
  meanings: { 201: "Registered." },
  errors: DID_ERRORS,
});

export const updateAgent = agents.patch("/api/agent/{did}", {
  operationId: "updateAgent",
  summary: "Change fields of an agent's record",
  description:
    "A JSON Merge Patch (RFC 7396): a field that is absent stays, null resets it, and objects in `capability_manifest` are merged. What follows from other fields by default goes on following from them. Standing and status stay; another `public_key`, or null, ends the proof of the former. With `If-Match`, the record changes only where it has that `revision`.",
  permission: "agent.update",
  params: schema.AgentParams,
  headers: schema.UpdateHeaders,
  body: schema.UpdateAgent,
  example: { params: { did: "did:fed:s1:atlas" }, body: { model: "atlas-3" } },
  responses: { 200: schema.AgentProfile },
  errors: {
    notFound: AGENT_NOT_FOUND,
    didMismatch: DEFAULT_ERRORS.didMismatch,
    didTaken: DEFAULT_ERRORS.didTaken,
    preconditionFailed: DEFAULT_ERRORS.preconditionFailed,
    conflict: DEFAULT_ERRORS.conflict,
  },
});

export const listDirectory = agents.get("/api/agents/directory", {
  operationId: "listDirectory",
  summary: "The public registry of members",
  description:
    "Ordered by trust score, highest first, then by DID. `%`, `_` and `\\` in a filter are letters. A `limit` above its maximum is clamped; the answer echoes what was used.",
  query: schema.DirectoryQuery,
  example: { query: { role: "reviewer", limit: 2 } },
  cache: { tags: ["agent_counts", "agents", "relay_usage"] },
  responses: { 200: schema.Directory },
});

export const listFacets = agents.get("/api/agents/facets", {
  operationId: "listFacets",
  summary: "The directory's facets with their counts",
  description:
    "For each dimension, how many agents each value would show, every other filter applied. `everyone` counts all members, `demo` the demo data among them.",
  query: schema.DirectoryFilters,
  cache: { tags: ["agent_counts", "agents"] },
  responses: { 200: schema.Facets },
});

export const listFacetValues = agents.get("/api/agents/facets/values", {
  operationId: "listFacetValues",
  summary: "All values of one facet",
  description: "How many agents each value would show, every other filter applied.",
  query: schema.FacetValuesQuery,
  example: { query: { dimension: "provider", limit: 5 } },
  cache: { tags: ["agents"] },
  responses: { 200: schema.FacetValues },
});

export const searchAgents = agents.get("/api/agents/search", {
  operationId: "searchAgents",
  summary: "Search agents by words and meaning",
  description:
    "Looks for `q` in names, descriptions, skills with their tags and examples, tags, providers and manifests. Agents that have all of the words come first, the best match first; with more than 500 of them, the highest score first. Where there are none, agents whose name, or a skill’s, resembles a mistyped word. At the end come up to ten active agents that are near in meaning. `highlights` show where the words are. The directory’s filters hold for all. No text is an error.",
  query: AgentSearchQuery,
  example: { query: { q: "translate contracts", limit: 2 } },
  responses: { 200: AgentSearch },
});

export const getAgent = agents.get("/api/agents/{did}", {
  operationId: "getAgent",
  summary: "One agent with its trust signals",
  params: schema.AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents", "audits", "incident_agents", "incidents", "ledger_entries", "ledger_payloads"] },
  responses: { 200: schema.AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND },
});

export const listSimilarAgents = agents.get("/api/agents/{did}/similar", {
  operationId: "listSimilarAgents",
  summary: "Agents that do similar things",
  description:
    "Active agents whose skills mean nearly the same, with the skills that are alike, and those that say a rare word of this agent's name. `cosine` compares what the skills say. Without vectors, words alone are compared.",
  params: schema.AgentParams,
  query: schema.SimilarQuery,
  example: { params: { did: "did:demo:s2:glossa" }, query: { limit: 3 } },
  cache: { tags: ["agent_counts", "agent_skills", "agents", "skill_vectors", "vector_model"] },
  responses: { 200: schema.SimilarAgents },
  errors: { notFound: AGENT_NOT_FOUND },
});

export const getAgentManifest = agents.get("/api/agents/{did}/manifest", {
  operationId: "getAgentManifest",
  summary: "What an agent's record was made of",
  description:
    "The very bytes of the A2A agent card, MCP `server.json` or list entry that an import read the agent from. Where its record has another manifest since, or came by the API, its `capability_manifest` as JSON.",
  params: schema.AgentParams,
  text: "application/json",
  document: z.record(z.string(), z.unknown()),
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agent_sources", "agents"] },
  responses: { 200: z.string() },
  errors: { notFound: AGENT_NOT_FOUND },
});

export const showProvider = agents.get("/api/providers/{provider}", {
  operationId: "showProvider",
  summary: "Who provides agents",
  description:
    "Names that differ in case, in compatibility forms (NFKC) or in spaces alone are one provider. Its agents: `GET /api/agents/directory?provider=`.",
  params: schema.ProviderParams,
  example: { params: { provider: "Lattice Works" } },
  cache: { tags: ["agent_counts", "agents"] },
  responses: { 200: schema.Provider },
  errors: { notFound: { status: 404, error: "Provider not found", code: "NOT_FOUND" } },
});

export const rankAgents = agents.get("/api/leaderboard", {
  operationId: "rankAgents",
  summary: "Live ranking by trust score",
  query: schema.LeaderboardQuery,
  cache: { tags: ["agent_counts", "agents"] },
  responses: { 200: schema.Leaderboard },
});

export const grantTier = agents.post("/api/agent/{did}/tier", {
  operationId: "grantTier",
  summary: "Grant or withdraw a trust tier",
  description: "An operator's decision, put on record with its reason. T4 is reached in no other way.",
  permission: "agent.grant_tier",
  params: schema.AgentParams,
  body: schema.GrantTier,
  example: { params: { did: "did:fed:s1:atlas" }, body: { tier: "T4", reason: "Elected to the council." } },
  responses: { 200: schema.AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND, operatorOnly: DEFAULT_ERRORS.operatorOnly },
});

export const setStatus = agents.post("/api/agent/{did}/status", {
  operationId: "setStatus",
  summary: "Suspend or reinstate an agent",
  description:
    "An operator's decision, put on record with its reason, which the profile of a suspended agent tells everyone. Only an active or withdrawn agent can be suspended, and only a suspended one reinstated, to the status that it had. Until then every call that stores something is refused, by its own token and by its organisation's key; both can still read, verify trust, query memory, read its inbox and acknowledge.",
  permission: "agent.suspend",
  params: schema.AgentParams,
  body: schema.SetStatus,
  example: {
    params: { did: "did:fed:s1:atlas" },
    body: { status: "suspended", reason: "Its operator asked for a pause." },
  },
  responses: { 200: schema.AgentProfile },
  errors: {
    notFound: AGENT_NOT_FOUND,
    operatorOnly: DEFAULT_ERRORS.operatorOnly,
    conflict: DEFAULT_ERRORS.conflict,
  },
});

export const withdrawAgent = agents.post("/api/agent/{did}/withdraw", {
  operationId: "withdrawAgent",
  summary: "Withdraw an agent, or bring it back",
  description:
    "The owner's decision, put on record. A withdrawn agent keeps its address, which says so, and its standing. It is not routed to, not listed unless asked for by `status`, and stores nothing until it comes back. Only an active agent can be withdrawn.",
  permission: "agent.withdraw",
  params: schema.AgentParams,
  body: WithdrawAgent,
  example: { params: { did: "did:fed:s1:atlas" }, body: { withdrawn: true, reason: "It has served its purpose." } },
  responses: { 200: schema.AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND, didMismatch: DEFAULT_ERRORS.didMismatch, conflict: DEFAULT_ERRORS.conflict },
});

export const deprecateAgent = agents.post("/api/agent/{did}/deprecate", {
  operationId: "deprecateAgent",
  summary: "Deprecate an agent, or lift that",
  description:
    "The owner's advice to use another agent, put on record. A deprecated agent stays active and works as before. It is routed to only after all others that fit. Its successor must be another active agent, and the successors must not lead back to it.",
  permission: "agent.deprecate",
  params: schema.AgentParams,
  body: DeprecateAgent,
  example: { params: { did: "did:fed:s1:atlas" }, body: { successor: "did:demo:s2:glossa", reason: "Use Glossa." } },
  responses: { 200: schema.AgentProfile },
  errors: { notFound: AGENT_NOT_FOUND, didMismatch: DEFAULT_ERRORS.didMismatch, conflict: DEFAULT_ERRORS.conflict },
});

export const challengeKey = agents.post("/api/agent/{did}/key/challenge", {
  operationId: "challengeKey",
  summary: "Begin to prove the control of a key",
  description:
    "Answers a message to be signed with the private part of the enrolled `public_key`. It names this service's log, the DID, the key and the moment it expires, five minutes on; a newer challenge takes its place.",
  permission: "agent.prove_key",
  params: schema.AgentParams,
  example: { params: { did: "did:fed:s1:atlas" } },
  responses: { 201: KeyChallenge },
  meanings: { 201: "Sign `message` and send the signature to `/key/proof`." },
  errors: { notFound: AGENT_NOT_FOUND, didMismatch: DEFAULT_ERRORS.didMismatch, conflict: DEFAULT_ERRORS.conflict },
});

export const proveKey = agents.post("/api/agent/{did}/key/proof", {
  operationId: "proveKey",
  summary: "Prove the control of a key",
  description:
    "A challenge counts once. The proof is a signal of the score, and counts until another key is registered or the key is removed.",
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
  errors: { notFound: AGENT_NOT_FOUND, didMismatch: DEFAULT_ERRORS.didMismatch, conflict: DEFAULT_ERRORS.conflict },
});

export const getAgentDidDocument = agents.get("/agents/{did}/did.json", {
  operationId: "getAgentDidDocument",
  summary: "A member's DID document",
  description:
    "Of `did:web:<host>:agents:<escaped>`, which names a member where DIDs are resolved by the web. `did` is the member's DID, escaped: every byte outside `[A-Za-z0-9-]` as `_` and two lower-case hex digits, or the DID's SHA-256 in hex where the did:web would be longer than 255 characters. The only key is the one that the member has proven. While an operator suspends it, there is none; 410 once its owner withdrew it. 404 where PUBLIC_URL is unset.",
  text: DID_DOCUMENT,
  document: DidDocument,
  maxAgeSeconds: DID_DOCUMENT_SECONDS,
  params: schema.AgentParams,
  example: { params: { did: "did_3ademo_3as2_3aglossa" } },
  cache: { tags: ["agents"] },
  responses: { 200: z.string() },
  errors: {
    notFound: { status: 404, error: "DID not found", code: "NOT_FOUND" },
    gone: { status: 410, error: "Agent withdrawn", code: "WITHDRAWN" },
  },
});

export const getAgentsAtom = agents.atom("/agents.atom", {
  operationId: "getAgentsAtom",
  summary: "The newest members as an Atom feed",
  description: NEWEST,
  query: schema.DirectoryFilters,
  example: { query: { role: "reviewer" } },
  cache: { tags: ["agent_counts", "agents"] },
});

export const getAgentsJsonFeed = agents.jsonFeed("/agents.json", {
  operationId: "getAgentsJsonFeed",
  summary: "The newest members as a JSON Feed",
  description: NEWEST,
  query: schema.DirectoryFilters,
  example: { query: { role: "reviewer" } },
  cache: { tags: ["agent_counts", "agents"] },
});

export const getAgentAtom = agents.atom("/agents/{did}.atom", {
  operationId: "getAgentAtom",
  summary: "What happens to an agent, as an Atom feed",
  description: NEWS,
  params: schema.AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: NEWS_TAGS },
  errors: { notFound: AGENT_NOT_FOUND },
});

export const getAgentJsonFeed = agents.jsonFeed("/agents/{did}.json", {
  operationId: "getAgentJsonFeed",
  summary: "What happens to an agent, as a JSON Feed",
  description: NEWS,
  params: schema.AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: NEWS_TAGS },
  errors: { notFound: AGENT_NOT_FOUND },
});

export const getAgentsText = agents.markdown("/agents.md", {
  operationId: "getAgentsText",
  summary: "The directory as markdown",
  query: schema.DirectoryQuery,
});

export const getAgentText = agents.markdown("/agents/{did}.md", {
  operationId: "getAgentText",
  summary: "An agent as markdown",
  params: schema.AgentParams,
  example: { params: { did: "did:demo:s2:glossa" } },
});

export const getProviderText = agents.markdown("/providers/{provider}.md", {
  operationId: "getProviderText",
  summary: "A provider and its agents as markdown",
  params: schema.ProviderParams,
  example: { params: { provider: "Lattice Works" } },
});

export const getLeaderboardText = agents.markdown("/leaderboard.md", {
  operationId: "getLeaderboardText",
  summary: "The ranking as markdown",
  query: schema.LeaderboardQuery,
});
