import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { Redaction, RedactRecord } from "./schema";

const council = endpointsOf("council");
const { conflict, notFound, operatorOnly } = DEFAULT_ERRORS;

export const redactRecord = council.post("/api/council/redact", {
  operationId: "redactRecord",
  summary: "Redact published texts",
  description:
    "Replaces texts with `Redacted on <day> because: <reason>`, here and in every copy that this service has: feeds, exports, pages and search. The payload and the salt of the acts that contain them are erased; their hashes and proofs stay valid. An act records it. What others have copied cannot be recalled.",
  permission: "council.redact",
  body: RedactRecord,
  example: { body: { subject: "incident", id: "12", fields: ["description"], reason: "It named a person." } },
  responses: { 200: Redaction },
  errors: { operatorOnly, notFound, conflict },
});
