import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  KeySet,
  Recomputation,
  RecomputeQuery,
  TrustHistory,
  TrustHistoryQuery,
  TrustParams,
  TrustStatement,
  VerifyTrust,
} from "./schema";

const notFound = { status: 404, error: "Agent not found", code: "NOT_FOUND" };

export const verifyTrust = endpoint({
  operationId: "verifyTrust",
  method: "POST",
  path: "/api/trust/verify",
  summary: "Verify an agent's standing",
  description: "Answers tier, score and every signal with its contribution, with the whole as a signed statement.",
  tag: "trust",
  permission: "trust.verify",
  body: VerifyTrust,
  example: { body: { did: "did:demo:s2:glossa" } },
  responses: { 200: TrustStatement },
  errors: {
    missing: { status: 400, error: "Missing did", code: "MISSING_DID", fields: ["did"] },
    notFound,
  },
});

export const listKeys = endpoint({
  operationId: "listKeys",
  method: "GET",
  path: "/.well-known/jwks.json",
  summary: "Keys that verify signed statements",
  tag: "trust",
  responses: { 200: KeySet },
});

export const listTrustHistory = endpoint({
  operationId: "listTrustHistory",
  method: "GET",
  path: "/api/agents/{did}/history",
  summary: "How an agent's standing changed, and why",
  description:
    "Every change of score or tier, each suspension and reinstatement, newest first, each with its reason. Where nothing changed, nothing stands.",
  tag: "trust",
  params: TrustParams,
  query: TrustHistoryQuery,
  example: { params: { did: "did:demo:s2:glossa" } },
  responses: { 200: TrustHistory },
  errors: { notFound },
});

export const recomputeTrust = endpoint({
  operationId: "recomputeTrust",
  method: "GET",
  path: "/api/trust/recompute/{did}",
  summary: "Everything that an agent's score is made from",
  description:
    "Facts, weights, signals and conditions, for whoever makes the score again; /evidence/recompute.mjs does. With `as_of` the present record is seen on that day: what was put on record later is left out, and what fades has faded.",
  tag: "trust",
  params: TrustParams,
  query: RecomputeQuery,
  example: { params: { did: "did:demo:s2:glossa" } },
  responses: { 200: Recomputation },
  errors: { notFound, invalid: DEFAULT_ERRORS.invalid },
});

export const showTrustBadge = endpoint({
  operationId: "showTrustBadge",
  method: "GET",
  path: "/api/trust/badge/{did}",
  summary: "An agent's tier and score as a picture",
  description:
    "An SVG of its own, light or dark as the reader prefers, for a README or a page. It shows; it proves nothing.",
  tag: "trust",
  text: "image/svg+xml",
  maxAgeSeconds: 300,
  params: TrustParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  responses: { 200: z.string() },
  errors: { notFound },
});
