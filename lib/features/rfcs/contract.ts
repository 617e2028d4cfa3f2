import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const rfcs = endpointsOf("rfcs");
const { notFound, conflict, didMismatch, tierTooLow, forbidden, operatorOnly } = DEFAULT_ERRORS;

export const countRfcs = rfcs.get("/api/rfc/status", {
  operationId: "countRfcs",
  summary: "RFCs by status",
  cache: { tags: ["rfcs"] },
  responses: { 200: schema.RfcCounts },
});

export const listRfcs = rfcs.get("/api/rfcs", {
  operationId: "listRfcs",
  summary: "The rules of the federation, by number",
  query: schema.RfcQuery,
  cache: { tags: ["rfc_reviews", "rfcs"] },
  responses: { 200: schema.RfcList },
});

export const getRfc = rfcs.get("/api/rfc/{number}", {
  operationId: "getRfc",
  summary: "One RFC with its text, reviews and decisions",
  params: schema.RfcParams,
  example: { params: { number: "12" } },
  cache: { tags: ["ledger_entries", "ledger_payloads", "rfc_reviews", "rfcs"] },
  responses: { 200: schema.Rfc },
  errors: { notFound },
});

export const reviewRfc = rfcs.post("/api/rfc/{number}/review", {
  operationId: "reviewRfc",
  summary: "Review an RFC",
  description:
    "Federated review: approve, object or comment, while the RFC is DRAFT or ACTIVE. A reviewer's later verdict replaces the earlier one in the tally; both are kept. An operator decides.",
  permission: "rfc.review",
  params: schema.RfcParams,
  body: schema.ReviewRfc,
  example: { params: { number: "12" }, body: { verdict: "comment", text: "How many witnesses are enough?" } },
  responses: { 201: schema.RecordedReview },
  descriptions: { 201: "Recorded." },
  errors: { notFound, didMismatch, tierTooLow, forbidden, conflict },
});

export const decideRfc = rfcs.post("/api/rfc/{number}/decision", {
  operationId: "decideRfc",
  summary: "Decide on an RFC's status",
  description:
    "DRAFT becomes ACTIVE. ACTIVE becomes FROZEN, or SUPERSEDED by an RFC that is in force. The decision is logged with its reason, the tally of the reviews and the hash of the text.",
  permission: "rfc.decide",
  params: schema.RfcParams,
  body: schema.DecideRfc,
  example: { params: { number: "12" }, body: { status: "ACTIVE", reason: "Three reviews approve it." } },
  responses: { 200: schema.RfcSummary },
  errors: { notFound, operatorOnly, conflict },
});

export const getRfcsAtom = rfcs.atom("/rfcs.atom", {
  operationId: "getRfcsAtom",
  summary: "New rules, decisions and reviews as an Atom feed",
  cache: { tags: ["ledger_entries", "ledger_payloads", "rfcs"] },
});

export const getRfcsJsonFeed = rfcs.jsonFeed("/rfcs.json", {
  operationId: "getRfcsJsonFeed",
  summary: "New rules, decisions and reviews as a JSON Feed",
  cache: { tags: ["ledger_entries", "ledger_payloads", "rfcs"] },
});

export const getRfcsText = rfcs.markdown("/rfcs.md", {
  operationId: "getRfcsText",
  summary: "The rules of the federation as markdown",
  query: schema.RfcQuery,
});

export const getRfcText = rfcs.markdown("/rfcs/{number}.md", {
  operationId: "getRfcText",
  summary: "A rule with its reviews as markdown",
  params: schema.RfcParams,
  example: { params: { number: "12" } },
});
