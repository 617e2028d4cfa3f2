import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import * as schema from "./schema";

const trust = endpointsOf("trust");
const notFound = { status: 404, error: "Agent not found", code: "NOT_FOUND" };

export const verifyTrust = trust.post("/api/trust/verify", {
  operationId: "verifyTrust",
  summary: "Verify an agent's standing",
  description: "Answers tier, score and every signal with its contribution, with the whole as a signed statement.",
  permission: "trust.verify",
  body: schema.VerifyTrust,
  example: { body: { did: "did:demo:s2:glossa" } },
  responses: { 200: schema.TrustStatement },
  errors: {
    missing: { status: 400, error: "Missing did", code: "MISSING_DID", fields: ["did"] },
    notFound,
  },
});

export const listKeys = trust.get("/.well-known/jwks.json", {
  operationId: "listKeys",
  summary: "Keys that verify signed statements",
  cache: { tags: ["signing_keys"] },
  responses: { 200: schema.KeySet },
});

export const listTrustHistory = trust.get("/api/agents/{did}/history", {
  operationId: "listTrustHistory",
  summary: "How an agent's standing changed, and why",
  description:
    "Every change of score or tier, each suspension and reinstatement, newest first, each with its reason. Where nothing changed, nothing stands.",
  params: schema.TrustParams,
  query: schema.TrustHistoryQuery,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents", "trust_history"] },
  responses: { 200: schema.TrustHistory },
  errors: { notFound },
});

export const recomputeTrust = trust.get("/api/trust/recompute/{did}", {
  operationId: "recomputeTrust",
  summary: "Everything that an agent's score is made from",
  description:
    "Facts, weights, signals and conditions, for whoever makes the score again; /evidence/recompute.mjs does. With `as_of` the present record is seen on that day: what was put on record later is left out, and what fades has faded.",
  params: schema.TrustParams,
  query: schema.RecomputeQuery,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents", "audits", "incident_agents", "incidents"] },
  responses: { 200: schema.Recomputation },
  errors: { notFound },
});

export const showTrustBadge = trust.get("/api/trust/badge/{did}", {
  operationId: "showTrustBadge",
  summary: "An agent's tier and score as a picture",
  description:
    "An SVG of its own, light or dark as the reader prefers, for a README or a page. It shows; it proves nothing.",
  text: "image/svg+xml",
  maxAgeSeconds: 300,
  params: schema.TrustParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents"] },
  responses: { 200: z.string() },
  errors: { notFound },
});
