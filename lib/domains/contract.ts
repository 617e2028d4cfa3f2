import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const agents = endpointsOf("agents");
const ERRORS = {
  notFound: { status: 404, error: "Agent not found", code: "NOT_FOUND" },
  didMismatch: DEFAULT_ERRORS.didMismatch,
} as const;

export const proveDomain = agents.post("/api/agent/{did}/domain", {
  operationId: "proveDomain",
  summary: "Prove the control of a domain",
  description:
    "Answers what the host has to publish, and looks for it at once: a DNS record TXT at `_fgs-challenge.<host>`, or `https://<host>/.well-known/did.json`. Either names this service's log, the DID and the proven key, and proves this very host. Send it again once it is published. Nothing is stored until it is found. From then on it is looked for once a day; the third failed day in a row ends the proof, and so does the end of the proof of the key. An agent needs a proven key, has at most 5 hosts, and may ask ten times a minute.",
  permission: "agent.prove_domain",
  params: schema.DomainParams,
  body: schema.ProveDomain,
  example: { params: { did: "did:fed:s1:atlas" }, body: { host: "atlas.example" } },
  responses: { 200: schema.DomainProof },
  meanings: { 200: "`proven` says whether it was found." },
  errors: { ...ERRORS, conflict: DEFAULT_ERRORS.conflict },
});

export const listOwnDomains = agents.get("/api/agent/{did}/domain", {
  operationId: "listOwnDomains",
  summary: "An agent's domains with their last checks",
  description: "For its owner. Everyone sees the hosts alone, as `domains` in its record.",
  permission: "owner.read",
  params: schema.DomainParams,
  example: { params: { did: "did:fed:s1:atlas" } },
  responses: { 200: schema.OwnDomains },
  errors: ERRORS,
});

export const giveUpDomain = agents.post("/api/agent/{did}/domain/give-up", {
  operationId: "giveUpDomain",
  summary: "Give up a domain",
  description: "Ends the proof of one host, and puts that on record.",
  permission: "agent.prove_domain",
  params: schema.DomainParams,
  body: schema.ProveDomain,
  example: { params: { did: "did:fed:s1:atlas" }, body: { host: "atlas.example" } },
  responses: { 200: schema.DomainList },
  errors: { ...ERRORS, conflict: DEFAULT_ERRORS.conflict },
});
