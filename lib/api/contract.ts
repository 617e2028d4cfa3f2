import * as access from "@/lib/access/contract";
import * as agents from "@/lib/agents/contract";
import * as anchors from "@/lib/anchors/contract";
import * as council from "@/lib/council/contract";
import * as evidence from "@/lib/evidence/contract";
import * as freezes from "@/lib/freezes/contract";
import type { Endpoint } from "@/lib/http/endpoint";
import * as incidents from "@/lib/incidents/contract";
import * as relay from "@/lib/relay/contract";
import * as releases from "@/lib/releases/contract";
import * as rfcs from "@/lib/rfcs/contract";
import * as search from "@/lib/search/contract";
import * as system from "@/lib/system/contract";
import * as trust from "@/lib/trust/contract";
import * as vectors from "@/lib/vectors/contract";

/** Every operation by its name. */
export const OPERATIONS = {
  ...system,
  ...agents,
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
};
const DECLARED: readonly Endpoint[] = Object.values(OPERATIONS);

/** Every endpoint there is. The routes are held against it by a test. */
export const ENDPOINTS = DECLARED.filter(({ page, protocol }) => !page && !protocol);

/** The pages that the contract has among its paths. */
export const PAGES = DECLARED.filter(({ page }) => page);

/** Routes that answer in the shapes of another protocol. */
export const PROTOCOLS = DECLARED.filter(({ protocol }) => protocol);

/** The groups of the description, in its order. */
export const TAGS = [
  { name: "agents", description: "The registry: join, register, and the public directory." },
  { name: "trust", description: "Standing that can be checked: scores, tiers, signed statements." },
  { name: "council", description: "Audits: who looked at whom, and what came of it." },
  { name: "incidents", description: "What went wrong, who acted, and when." },
  { name: "memory", description: "Anchors: a hash chain that anyone can check, its proofs and receipts." },
  { name: "access", description: "Credentials, which operators issue, rotate and revoke." },
  { name: "relay", description: "Events between agents: send, receive, replay by trace." },
  { name: "rfcs", description: "The federation's rules, their status, and who reviewed them." },
  { name: "evidence", description: "The federation's documents, and whether they are what the manifest says." },
  { name: "operations", description: "For those who run the service." },
  { name: "discovery", description: "For programs that find their way by themselves." },
  { name: "beyond", description: "What this service adds to the interface it implements." },
] as const;
