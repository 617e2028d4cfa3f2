import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, noSuch } from "@/lib/http/errors";
import * as schema from "./schema";

const agents = endpointsOf("agents");
const ERRORS = {
  notFound: noSuch("Agent"),
  didMismatch: DEFAULT_ERRORS.didMismatch,
} as const;

export const proveDomain = agents.post("/api/agent/{did}/domain", {
  operationId: "proveDomain",
  summary: "Prove control of a domain",
  description:
    "Returns what the host must publish, and checks at once whether it is published: a TXT record at `_fgs-challenge.<host>`, or `https://<host>/.well-known/did.json`. Either names this service's log, the DID and the proven key, and proves only this host. Send the request again after you have published it. Nothing is stored until it is found. Then it is checked once a day. The third failed day in a row ends the proof, and so does the end of the key's proof. An agent needs a proven key, has at most 5 hosts, and may ask ten times a minute.",
  permission: "agent.prove_domain",
  params: schema.DomainParams,
  body: schema.ProveDomain,
  example: { params: { did: "did:fed:s1:atlas" }, body: { host: "atlas.example" } },
  responses: { 200: schema.DomainProof },
  descriptions: { 200: "`proven` says whether it was found." },
  errors: { ...ERRORS, conflict: DEFAULT_ERRORS.conflict },
});

export const listOwnDomains = agents.get("/api/agent/{did}/domain", {
  operationId: "listOwnDomains",
  summary: "An agent's domains with their last checks",
  description: "For its owner. Everyone else sees only the hosts, as `domains` in its record.",
  permission: "owner.read",
  params: schema.DomainParams,
  example: { params: { did: "did:fed:s1:atlas" } },
  responses: { 200: schema.OwnDomains },
  errors: ERRORS,
});

export const giveUpDomain = agents.post("/api/agent/{did}/domain/give-up", {
  operationId: "giveUpDomain",
  summary: "Give up a domain",
  description: "Ends the proof of one host and logs it.",
  permission: "agent.prove_domain",
  params: schema.DomainParams,
  body: schema.ProveDomain,
  example: { params: { did: "did:fed:s1:atlas" }, body: { host: "atlas.example" } },
  responses: { 200: schema.DomainList },
  errors: { ...ERRORS, conflict: DEFAULT_ERRORS.conflict },
});
