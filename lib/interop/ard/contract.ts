import { STATEMENT_TABLES } from "@/lib/features/trust/schema";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, noSuch } from "@/lib/http/errors";
import { ardShape, type Protocol } from "@/lib/http/protocol";
import * as schema from "./schema";

const discovery = endpointsOf("discovery");

/** Agentic Resource Discovery v0.91: this service is a publisher and a registry. */
const ARD: Protocol = { base: "/api/ard/", shape: ardShape, errorBody: schema.ArdError, ownHostsOnly: true };
const ard = { kind: "protocol", protocol: ARD } as const;
const forbidden = DEFAULT_ERRORS.forbidden;

const manifest = {
  ...ard,
  maxAgeSeconds: 60,
  cache: { tags: ["agent_counts", ...STATEMENT_TABLES] },
  responses: { 200: schema.Manifest },
  errors: { forbidden },
} as const;

export const getArdManifest = discovery.get("/.well-known/ard.json", {
  operationId: "getArdManifest",
  summary: "This host's resources, by Agentic Resource Discovery (ARD)",
  description:
    "ARD v0.91: this API, its registry at `/api/ard/`, the Model Context Protocol, and the 100 highest-ranked active members, in at most 512 KB. If PUBLIC_URL is set, each member has a trust manifest with the signed statement of its standing. A Host header that is not this service's is 403.",
  ...manifest,
});

export const getAiCatalog = discovery.get("/.well-known/ai-catalog.json", {
  operationId: "getAiCatalog",
  summary: "The same under its former name, as AI Catalog 1.0",
  ...manifest,
});

export const searchArd = discovery.post("/api/ard/search", {
  operationId: "searchArd",
  summary: "Search agents by ARD",
  description:
    "The search of `/api/agents/search` over active members, by ARD v0.91, 7.2. `score` is relevance only; for trust, see the trust manifest. Filter fields: `type`, `tags`, `capabilities`, `publisher`, `displayName`, `trustManifest.attestations.type` and `metadata.<host reversed>.trustTier`. Any other field is an error.",
  ...ard,
  body: schema.SearchRequest,
  example: { body: { query: { text: "translate contracts" }, federation: "none", pageSize: 2 } },
  responses: { 200: schema.SearchResponse },
  errors: { forbidden },
});

export const listArd = discovery.get("/api/ard/agents", {
  operationId: "listArd",
  summary: "Active members page by page, by ARD",
  description:
    "ARD v0.91, 7.4. Filter fields: `type`, `publisherId`, `displayName`, `tags` and `capabilities` with `=`, and `createdAfter`.",
  ...ard,
  query: schema.ListQuery,
  example: { query: { pageSize: 2 } },
  cache: { tags: ["agent_counts", ...STATEMENT_TABLES] },
  responses: { 200: schema.ListResponse },
  errors: { forbidden },
});

export const lookUpArd = discovery.get("/api/ard/agents/{identifier}", {
  operationId: "lookUpArd",
  summary: "One entry by its identifier, by ARD",
  description:
    "ARD v0.91: the whole URN as one segment. Its colons may be percent-encoded. Only active members are included.",
  ...ard,
  params: schema.LookupParams,
  example: { params: { identifier: "urn:air:federation.example:agent:did_3ademo_3as2_3aglossa" } },
  cache: { tags: STATEMENT_TABLES },
  responses: { 200: schema.ArdEntry },
  errors: {
    forbidden,
    notFound: noSuch("Entry"),
    malformed: { status: 400, error: "Invalid identifier", code: "INVALID_IDENTIFIER", fields: ["identifier"] },
  },
});

export const exploreArd = discovery.post("/api/ard/explore", {
  operationId: "exploreArd",
  turn: "large",
  summary: "Count what a search matches, by ARD",
  description:
    "ARD v0.91, 7.3. Fields that can be counted: `type`, `tags`, `capabilities`, `publisher`, and `trustTier` and `provider` of our metadata. At most five at a time.",
  ...ard,
  body: schema.ExploreRequest,
  example: { body: { query: { text: "translate" }, resultType: { facets: [{ field: "type" }, { field: "tags" }] } } },
  responses: { 200: schema.ExploreResponse },
  errors: { forbidden },
});
