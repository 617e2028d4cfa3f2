import * as access from "@/lib/features/access/contract";
import * as agentCards from "@/lib/features/agents/card-contract";
import * as agents from "@/lib/features/agents/contract";
import * as acts from "@/lib/features/anchors/acts/contract";
import * as anchors from "@/lib/features/anchors/contract";
import * as tiles from "@/lib/features/anchors/tiles/contract";
import * as council from "@/lib/features/council/contract";
import * as freezes from "@/lib/features/council/freezes/contract";
import * as redactions from "@/lib/features/council/redactions/contract";
import * as directory from "@/lib/features/directory/contract";
import * as domains from "@/lib/features/domains/contract";
import * as changeFeed from "@/lib/features/events/contract";
import * as webhooks from "@/lib/features/events/webhooks/contract";
import * as evidence from "@/lib/features/evidence/contract";
import * as incidents from "@/lib/features/incidents/contract";
import * as packs from "@/lib/features/packs/contract";
import * as relay from "@/lib/features/relay/contract";
import * as releases from "@/lib/features/releases/contract";
import * as replies from "@/lib/features/replies/contract";
import * as rfcs from "@/lib/features/rfcs/contract";
import * as system from "@/lib/features/status/contract";
import * as maintenance from "@/lib/features/status/maintenance/contract";
import * as trust from "@/lib/features/trust/contract";
import * as witness from "@/lib/features/witness/contract";
import type { Endpoint } from "@/lib/http/endpoint";
import * as a2aDoor from "@/lib/interop/a2a/contract";
import * as a2aUnsupported from "@/lib/interop/a2a/unsupported-contract";
import * as ard from "@/lib/interop/ard/contract";
import * as registry from "@/lib/interop/registry/contract";
import * as sources from "@/lib/interop/sources/contract";
import * as search from "@/lib/portal/search/contract";
import * as vectors from "@/lib/search/contract";

export const OPERATIONS = {
  ...system,
  ...agents,
  ...directory,
  ...domains,
  ...agentCards,
  ...packs,
  ...trust,
  ...council,
  ...acts,
  ...incidents,
  ...replies,
  ...anchors,
  ...tiles,
  ...witness,
  ...access,
  ...freezes,
  ...maintenance,
  ...redactions,
  ...relay,
  ...a2aDoor,
  ...a2aUnsupported,
  ...evidence,
  ...vectors,
  ...releases,
  ...rfcs,
  ...search,
  ...ard,
  ...registry,
  ...sources,
  ...changeFeed,
  ...webhooks,
};
const DECLARED: readonly Endpoint[] = Object.values(OPERATIONS);

/** The pages among the contract's paths. */
export const PAGES = DECLARED.filter(({ kind }) => kind === "page");

/** Routes whose responses have the shapes of another protocol. */
export const PROTOCOLS = DECLARED.filter(({ kind }) => kind === "protocol");

/** Every other endpoint. A test compares them with the routes. */
export const ENDPOINTS = DECLARED.filter(({ kind }) => kind !== "page" && kind !== "protocol");

/** Every endpoint that has a `route.ts`. */
export const ROUTED_ENDPOINTS: readonly Endpoint[] = [...ENDPOINTS, ...PROTOCOLS];

type OperationId = keyof typeof OPERATIONS;

/** The operations of the interface that this service implements. All other operations are additions. */
const INTERFACE: ReadonlySet<string> = new Set<OperationId>([
  "getHealth",
  "getMetrics",
  "runSmoke",
  "describeAgent",
  "describeApi",
  "getLlmsText",
  "getManifest",
  "rankAgents",
  "getCouncilStatus",
  "verifyEvidence",
  "listIncidents",
  "getIncident",
  "countRfcs",
  "listAnchors",
  "getRelayStatus",
  "getRelayDrift",
  "replayTrace",
  "getVectorStoreHealth",
  "listReleases",
  "showChangelog",
  "listDirectory",
  "joinAgent",
  "registerAgent",
  "sendEvent",
  "routeIntent",
  "anchorPayload",
  "queryAnchors",
  "verifyTrust",
  "recordAudit",
  "openIncident",
]);

/** Returns whether this service added an operation to the interface. */
export function isExtension({ operationId }: Endpoint): boolean {
  return !INTERFACE.has(operationId);
}

/** Returns the tags of an operation in the description. */
export function tagsOf(endpoint: Endpoint): string[] {
  return isExtension(endpoint) ? [endpoint.tag, "beyond"] : [endpoint.tag];
}

const neverSucceeds = ({ responses }: Endpoint) => Object.keys(responses).length === 0;

/**
 * The endpoints in `/openapi.json`. The interface leaves out the leaderboard, although it is public. Operations of a
 * protocol that this service does not support are left out too.
 */
export const DOCUMENTED_ENDPOINTS = [...ENDPOINTS, ...PAGES, ...PROTOCOLS].filter(
  (each) => each !== OPERATIONS.rankAgents && !neverSucceeds(each),
);

/** The groups of the description, in this order. */
export const TAGS = [
  { name: "agents", description: "The registry: join, register, and the record of each agent." },
  { name: "directory", description: "Finding agents: the public directory, its search and its feeds." },
  { name: "trust", description: "Verifiable standing: scores, tiers and signed statements." },
  { name: "council", description: "Audits: who audited which agent, and the result." },
  { name: "incidents", description: "Incidents: what went wrong, who acted, and when." },
  { name: "memory", description: "Anchors: a hash chain that anyone can verify, with proofs and receipts." },
  { name: "access", description: "Credentials: issue, rotate and revoke them, and see what their holders own." },
  { name: "relay", description: "Events between agents: send, receive, and replay by trace." },
  { name: "events", description: "Changes: a feed to read or to follow." },
  {
    name: "a2a",
    description: "A2A: a permanent address for every member, even behind a firewall.",
  },
  { name: "rfcs", description: "The federation's rules, their status, and their reviews." },
  { name: "evidence", description: "The federation's documents, and whether they match the manifest." },
  { name: "operations", description: "For the operators of the service." },
  { name: "discovery", description: "For programs that discover the service automatically." },
  { name: "beyond", description: "What this service adds to the interface it implements." },
] as const;
