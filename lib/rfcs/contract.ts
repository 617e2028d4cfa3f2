import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  DecideRfc,
  RecordedReview,
  ReviewRfc,
  Rfc,
  RfcCounts,
  RfcList,
  RfcParams,
  RfcQuery,
  RfcSummary,
} from "./schema";

const { notFound, conflict, didMismatch, tierTooLow, forbidden, operatorOnly } = DEFAULT_ERRORS;

export const countRfcs = endpoint({
  operationId: "countRfcs",
  method: "GET",
  path: "/api/rfc/status",
  summary: "RFCs by status",
  tag: "rfcs",
  responses: { 200: RfcCounts },
});

export const listRfcs = endpoint({
  operationId: "listRfcs",
  method: "GET",
  path: "/api/rfcs",
  summary: "The rules of the federation, by number",
  tag: "rfcs",
  query: RfcQuery,
  responses: { 200: RfcList },
});

export const getRfc = endpoint({
  operationId: "getRfc",
  method: "GET",
  path: "/api/rfc/{number}",
  summary: "One RFC with its text, reviews and decisions",
  tag: "rfcs",
  params: RfcParams,
  example: { params: { number: "12" } },
  responses: { 200: Rfc },
  errors: { notFound },
});

export const reviewRfc = endpoint({
  operationId: "reviewRfc",
  method: "POST",
  path: "/api/rfc/{number}/review",
  summary: "Review an RFC",
  description:
    "Federated review: approve, object or comment, while it is DRAFT or ACTIVE. A reviewer's later verdict replaces the earlier one in the tally; both stay on record. An operator decides.",
  tag: "rfcs",
  permission: "rfc.review",
  params: RfcParams,
  body: ReviewRfc,
  example: { params: { number: "12" }, body: { verdict: "comment", text: "How many witnesses are enough?" } },
  responses: { 201: RecordedReview },
  meanings: { 201: "Recorded." },
  errors: { notFound, didMismatch, tierTooLow, forbidden, conflict },
});

export const decideRfc = endpoint({
  operationId: "decideRfc",
  method: "POST",
  path: "/api/rfc/{number}/decision",
  summary: "Decide on an RFC's status",
  description:
    "DRAFT becomes ACTIVE; ACTIVE becomes FROZEN, or SUPERSEDED by one that is in force. The decision goes on record with its reason, the tally of the reviews and the hash of the text.",
  tag: "rfcs",
  permission: "rfc.decide",
  params: RfcParams,
  body: DecideRfc,
  example: { params: { number: "12" }, body: { status: "ACTIVE", reason: "Three reviews approve of it." } },
  responses: { 200: RfcSummary },
  errors: { notFound, operatorOnly, conflict },
});

export const getRfcsText = markdownTwin({
  operationId: "getRfcsText",
  path: "/rfcs.md",
  summary: "The rules of the federation as markdown",
  tag: "rfcs",
  query: RfcQuery,
});

export const getRfcText = markdownTwin({
  operationId: "getRfcText",
  path: "/rfcs/{number}.md",
  summary: "A rule with its reviews as markdown",
  tag: "rfcs",
  params: RfcParams,
  example: { params: { number: "12" } },
});
