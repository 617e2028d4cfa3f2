import { z } from "zod";
import * as keyset from "@/lib/authority/key-set";
import { endpointsOf } from "@/lib/http/endpoint";
import { noSuch } from "@/lib/http/errors";
import { DID_DOCUMENT, DID_DOCUMENT_SECONDS, DidDocument } from "@/lib/identity/did-document";
import * as schema from "./schema";

const trust = endpointsOf("trust");

export const verifyTrust = trust.post("/api/trust/verify", {
  operationId: "verifyTrust",
  summary: "Verify an agent's standing",
  description:
    "Returns tier, score and every signal with its contribution. The same facts are also in a signed statement and, if the service has a public address, in a Verifiable Credential.",
  permission: "trust.verify",
  body: schema.VerifyTrust,
  example: { body: { did: "did:demo:s2:glossa" } },
  responses: { 200: schema.TrustStatement },
  errors: {
    missing: { status: 400, error: "Missing did", code: "MISSING_DID", fields: ["did"] },
    notFound: noSuch("Agent"),
  },
});

export const listKeys = trust.get("/.well-known/jwks.json", {
  operationId: "listKeys",
  summary: "Keys that verify statements and checkpoints",
  description:
    "Every public key that this service ever signed with, newest first. A verifier must accept a key only for its own purpose.",
  cache: { tags: ["signing_keys"] },
  responses: { 200: keyset.KeySet },
});

export const getDidDocument = trust.get("/.well-known/did.json", {
  operationId: "getDidDocument",
  summary: "The service's DID document",
  description:
    "The document of `did:web:<host>`: the keys that sign statements and credentials, and the addresses of the logs. 404 if PUBLIC_URL is not set.",
  mediaType: DID_DOCUMENT,
  textSchema: DidDocument,
  maxAgeSeconds: DID_DOCUMENT_SECONDS,
  cache: { tags: ["signing_keys"] },
  responses: { 200: z.string() },
  errors: { notFound: noSuch("DID") },
});

export const getAgentCredential = trust.get("/api/agents/{did}/credential", {
  operationId: "getAgentCredential",
  summary: "An agent's standing as a Verifiable Credential",
  description:
    "A W3C Verifiable Credential 2.0 as a compact JWS (`typ: vc+jwt`), signed by a key of /.well-known/did.json and valid for 15 minutes. Its subject is the agent's did:web, with DID, tier, score and signals. Only active agents have one: 410 if the owner withdrew the agent, else 404. Also 404 if PUBLIC_URL is not set.",
  mediaType: "application/vc+jwt",
  params: schema.TrustParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents", "audits", "incident_agents", "incidents", "reply_decisions", "signing_keys"] },
  responses: { 200: schema.Credential },
  errors: {
    notFound: noSuch("Credential"),
    gone: { status: 410, error: "Agent withdrawn", code: "WITHDRAWN" },
  },
});

export const listTrustHistory = trust.get("/api/agents/{did}/history", {
  operationId: "listTrustHistory",
  summary: "How an agent's standing changed, and why",
  description:
    "Every change of score or tier, each suspension and reinstatement, newest first, each with its reason. A day without a change has no entry.",
  params: schema.TrustParams,
  query: schema.TrustHistoryQuery,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents", "trust_history"] },
  responses: { 200: schema.TrustHistory },
  errors: { notFound: noSuch("Agent") },
});

export const recomputeTrust = trust.get("/api/trust/recompute/{did}", {
  operationId: "recomputeTrust",
  summary: "The inputs of an agent's score",
  description:
    "Facts, weights, signals and conditions, for recomputing the score; /evidence/recompute.mjs does that. With `as_of`, the present record is used as of that day: later entries are left out, and values that fade over time have faded accordingly.",
  params: schema.TrustParams,
  query: schema.RecomputeQuery,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents", "audits", "incident_agents", "incidents", "reply_decisions"] },
  responses: { 200: schema.Recomputation },
  errors: { notFound: noSuch("Agent") },
});

export const showTrustBadge = trust.get("/api/trust/badge/{did}", {
  operationId: "showTrustBadge",
  summary: "An agent's tier and score as a picture",
  description:
    "A self-contained SVG for a README or a page, light or dark according to the reader's preference. It is not a proof.",
  mediaType: "image/svg+xml",
  maxAgeSeconds: 300,
  params: schema.TrustParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents"] },
  responses: { 200: z.string() },
  errors: { notFound: noSuch("Agent") },
});
