import * as access from "@/lib/access/contract";
import * as agentCards from "@/lib/agents/card-contract";
import * as agents from "@/lib/agents/contract";
import * as anchors from "@/lib/anchors/contract";
import * as ard from "@/lib/ard/contract";
import * as council from "@/lib/council/contract";
import * as domains from "@/lib/domains/contract";
import * as evidence from "@/lib/evidence/contract";
import * as freezes from "@/lib/freezes/contract";
import type { Endpoint } from "@/lib/http/endpoint";
import * as incidents from "@/lib/incidents/contract";
import * as registry from "@/lib/registry/contract";
import * as relay from "@/lib/relay/contract";
import * as releases from "@/lib/releases/contract";
import * as rfcs from "@/lib/rfcs/contract";
import * as search from "@/lib/search/contract";
import * as sources from "@/lib/sources/contract";
import * as system from "@/lib/system/contract";
import * as trust from "@/lib/trust/contract";
import * as vectors from "@/lib/vectors/contract";

/** Every operation by its name. */
export const OPERATIONS = {
  ...system,
  ...agents,
  ...domains,
  ...agentCards,
  ...trust,
  ...council,
  ...incidents,
  ...anchors,
  ...access,
  ...freezes,
  ...relay,
  ...evidence,
  ...vectors,
  ...releases,
  ...rfcs,
  ...search,
  ...ard,
  ...registry,
  ...sources,
};
const DECLARED: readonly Endpoint[] = Object.values(OPERATIONS);

/** The pages that the contract has among its paths. */
export const PAGES = DECLARED.filter(({ kind }) => kind === "page");

/** Routes that answer in the shapes of another protocol. */
export const PROTOCOLS = DECLARED.filter(({ kind }) => kind === "protocol");

/** Every other endpoint. The routes are held against it by a test. */
export const ENDPOINTS = DECLARED.filter(({ kind }) => kind !== "page" && kind !== "protocol");

/** Every endpoint that a `route.ts` answers. */
export const ROUTED: readonly Endpoint[] = [...ENDPOINTS, ...PROTOCOLS];

/** The paths whose responses are made a few at a time: a megabyte, or counts over the whole register. */
export const LARGE: ReadonlySet<string> = new Set([relay.replayTrace.path, ard.exploreArd.path]);

type OperationId = keyof typeof OPERATIONS;

/** The operations of the interface that this service implements. Every other operation is beyond it. */
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

/** Whether this service added an operation to the interface. */
export function isBeyond({ operationId }: Endpoint): boolean {
  return !INTERFACE.has(operationId);
}

/** The tags of an operation in the description. */
export function tagsOf(endpoint: Endpoint): string[] {
  return isBeyond(endpoint) ? [endpoint.tag, "beyond"] : [endpoint.tag];
}

/** What `/openapi.json` lists. The interface leaves out the leaderboard, although it is public. */
export const DESCRIBED = [...ENDPOINTS, ...PAGES, ...PROTOCOLS].filter((each) => each !== OPERATIONS.rankAgents);

/** The groups of the description, in its order. */
export const TAGS = [
  { name: "agents", description: "The registry: join, register, and the public directory." },
  { name: "trust", description: "Standing that can be checked: scores, tiers, signed statements." },
  { name: "council", description: "Audits: who looked at whom, and what came of it." },
  { name: "incidents", description: "What went wrong, who acted, and when." },
  { name: "memory", description: "Anchors: a hash chain that anyone can check, its proofs and receipts." },
  { name: "access", description: "Credentials: issued, rotated, revoked; and what belongs to the holder of each." },
  { name: "relay", description: "Events between agents: send, receive, replay by trace." },
  { name: "rfcs", description: "The federation's rules, their status, and who reviewed them." },
  { name: "evidence", description: "The federation's documents, and whether they are what the manifest says." },
  { name: "operations", description: "For those who run the service." },
  { name: "discovery", description: "For programs that find their way by themselves." },
  { name: "beyond", description: "What this service adds to the interface it implements." },
] as const;
