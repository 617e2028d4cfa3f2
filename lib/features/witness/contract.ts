import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, ErrorBody, errorBody } from "@/lib/http/errors";
import type { Protocol } from "@/lib/http/protocol";
import * as schema from "./schema";

const memory = endpointsOf("memory");
const { clockSkew, forbidden, invalid, notFound, unavailable } = DEFAULT_ERRORS;
/** C2SP tlog-witness leaves the bodies of errors open, so they are our usual ones. */
const WITNESS: Protocol = { base: "/witness/", shape: errorBody, errorBody: ErrorBody };
const witness = { kind: "protocol", protocol: WITNESS, mediaType: "text/plain; charset=utf-8" } as const;

export const addCheckpoint = memory.post("/witness/add-checkpoint", {
  ...witness,
  operationId: "addCheckpoint",
  summary: "Ask this service to cosign a checkpoint of another log",
  description:
    "C2SP tlog-witness, only for the logs that the operators chose. The response has this service's cosignature (Ed25519, cosignature/v1), after it has checked and stored that the log only grew.",
  bodyType: "text/plain",
  body: schema.AddCheckpoint,
  mediaTypes: { 409: "text/x.tlog.size" },
  responses: { 200: z.string(), 409: z.string() },
  descriptions: { 200: "The signature lines.", 409: "The size that this service cosigned last." },
  errors: {
    invalid,
    forbidden,
    notFound,
    // The proof does not show that the log only grew.
    conflict: { status: 422, error: "Not consistent", code: "INCONSISTENT" },
    clockSkew,
    unavailable,
  },
});

export const getWitnessedCheckpoint = memory.get("/witness/{origin}/checkpoint", {
  ...witness,
  operationId: "getWitnessedCheckpoint",
  summary: "The newest checkpoint of another log that this service cosigned",
  description: "With the log's signature and the cosignature, for monitors of that log (C2SP tlog-witness).",
  params: schema.WitnessedParams,
  responses: { 200: z.string() },
  errors: { notFound },
});
