import { endpoint } from "@/lib/http/endpoint";
import { KeySet, TrustStatement, VerifyTrust } from "./schema";

export const verifyTrust = endpoint({
  operationId: "verifyTrust",
  method: "POST",
  path: "/api/trust/verify",
  summary: "Verify an agent's standing",
  description: "Answers tier, score and every signal with its contribution, with the whole as a signed statement.",
  tag: "trust",
  permission: "trust.verify",
  body: VerifyTrust,
  responses: { 200: TrustStatement },
  errors: {
    missing: { status: 400, error: "Missing did", code: "MISSING_DID", fields: ["did"] },
    notFound: { status: 404, error: "Agent not found", code: "NOT_FOUND" },
  },
});

export const listKeys = endpoint({
  operationId: "listKeys",
  method: "GET",
  path: "/.well-known/jwks.json",
  summary: "Keys that verify signed statements",
  tag: "trust",
  beyond: true,
  responses: { 200: KeySet },
});
