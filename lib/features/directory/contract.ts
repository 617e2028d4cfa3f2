import * as schema from "@/lib/features/agents/schema";
import * as directory from "@/lib/features/directory/directory-schema";
import { AgentSearch, AgentSearchQuery } from "@/lib/features/directory/search-schema";
import * as similar from "@/lib/features/directory/similar-schema";
import { endpointsOf } from "@/lib/http/endpoint";
import { noSuch } from "@/lib/http/errors";

const endpoints = endpointsOf("directory");
const NEWEST =
  "Takes the same filters as the directory, so any view of it can be followed. `q` matches words anywhere in a record.";

export const listDirectory = endpoints.get("/api/agents/directory", {
  operationId: "listDirectory",
  turn: "large",
  summary: "The public registry of members",
  description:
    "Ordered by trust score, highest first, then by DID. `%`, `_` and `\\` in a filter are literal characters. A `limit` above its maximum is reduced to the maximum, and the response contains the value that was used.",
  query: directory.DirectoryQuery,
  example: { query: { role: "reviewer", limit: 2 } },
  cache: { tags: ["agent_counts", "agents", "relay_usage"] },
  responses: { 200: directory.Directory },
});

export const listFacets = endpoints.get("/api/agents/facets", {
  operationId: "listFacets",
  summary: "The directory's facets with their counts",
  description:
    "For each dimension, how many agents each value would show with all other filters applied. `everyone` counts all records, listed ones too, `demo` the demo data among them.",
  query: directory.DirectoryFilters,
  cache: { tags: ["agent_counts", "agents"] },
  responses: { 200: directory.Facets },
});

export const listFacetValues = endpoints.get("/api/agents/facets/values", {
  operationId: "listFacetValues",
  summary: "All values of one facet",
  description: "How many agents each value would show with all other filters applied.",
  query: directory.FacetValuesQuery,
  example: { query: { dimension: "provider", limit: 5 } },
  cache: { tags: ["agents"] },
  responses: { 200: directory.FacetValues },
});

export const searchAgents = endpoints.get("/api/agents/search", {
  operationId: "searchAgents",
  summary: "Find agents that fit a task or a name",
  description:
    "Compares `q` with what active members and listed records say of themselves: names, providers, tags, skills with their examples, tools, capabilities and descriptions. Agents that `q` names come first, then agents that fit, then agents that may fit; among equals, members before listed records, then the highest score. Words count in any English form, in another spelling, or by a related word; `met` says which. `reason` says why the first agent can be picked, or why none. The directory’s filters apply before that. Any text is accepted.",
  query: AgentSearchQuery,
  example: { query: { q: "translate contracts", limit: 2 } },
  responses: { 200: AgentSearch },
});

export const listSimilarAgents = endpoints.get("/api/agents/{did}/similar", {
  operationId: "listSimilarAgents",
  summary: "Agents that do similar things",
  description:
    "Active members and listed records that do nearly the same as this agent, with the telling words that both say and the skills that are alike. The words of an agent are compared as a question to the search is.",
  params: schema.AgentParams,
  query: similar.SimilarQuery,
  example: { params: { did: "did:demo:s2:glossa" }, query: { limit: 3 } },
  cache: { tags: ["agent_liveness", "agents"] },
  responses: { 200: similar.SimilarAgents },
  errors: { notFound: noSuch("Agent") },
});

export const showProvider = endpoints.get("/api/providers/{provider}", {
  operationId: "showProvider",
  summary: "A provider of agents",
  description:
    "Names that differ only in case, compatibility forms (NFKC) or spaces are one provider. To list its agents, use `GET /api/agents/directory?provider=`.",
  params: directory.ProviderParams,
  example: { params: { provider: "Lattice Works" } },
  cache: { tags: ["agent_counts", "agents"] },
  responses: { 200: directory.Provider },
  errors: { notFound: noSuch("Provider") },
});

export const rankAgents = endpoints.get("/api/leaderboard", {
  operationId: "rankAgents",
  summary: "Live ranking by trust score",
  query: directory.LeaderboardQuery,
  cache: { tags: ["agent_counts", "agents"] },
  responses: { 200: directory.Leaderboard },
});

export const getAgentsAtom = endpoints.atom("/agents.atom", {
  operationId: "getAgentsAtom",
  summary: "The newest agents as an Atom feed",
  description: NEWEST,
  query: directory.DirectoryFilters,
  example: { query: { role: "reviewer" } },
  cache: { tags: ["agent_counts", "agents"] },
});

export const getAgentsJsonFeed = endpoints.jsonFeed("/agents.json", {
  operationId: "getAgentsJsonFeed",
  summary: "The newest agents as a JSON Feed",
  description: NEWEST,
  query: directory.DirectoryFilters,
  example: { query: { role: "reviewer" } },
  cache: { tags: ["agent_counts", "agents"] },
});

export const getAgentsText = endpoints.markdown("/agents.md", {
  operationId: "getAgentsText",
  summary: "The directory as markdown",
  query: directory.DirectoryQuery,
});

export const getProviderText = endpoints.markdown("/providers/{provider}.md", {
  operationId: "getProviderText",
  summary: "A provider and its agents as markdown",
  params: directory.ProviderParams,
  example: { params: { provider: "Lattice Works" } },
});

export const getLeaderboardText = endpoints.markdown("/leaderboard.md", {
  operationId: "getLeaderboardText",
  summary: "The ranking as markdown",
  query: directory.LeaderboardQuery,
});
