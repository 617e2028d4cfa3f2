import type { z } from "zod";
import { errorBody, type WireError } from "./errors";

/** Makes the body of an error response. @param message what is wrong and what to do, where `wire` does not say it */
export type ErrorShape = (wire: WireError, message?: string, fields?: readonly string[]) => object;

/** A protocol that is not ours: where it is served, and how its error responses look, those of the edge too. */
export interface Protocol {
  /** With a slash at its end: every path below it is the protocol's, known or not. Without: this path alone. */
  base: `/${string}`;
  shape: ErrorShape;
  /** The schema of what `shape` makes. */
  errorBody: z.ZodType;
  /** Whether a request under another host than this service's is 403: DNS rebinding. */
  ownHostsOnly?: true;
}

/** The codes of ARD v0.91, appendix B, by status. */
const ARD_CODES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  404: "NOT_FOUND",
  429: "RATE_LIMIT_EXCEEDED",
  500: "INTERNAL_ERROR",
};

/** Ours with Agentic Resource Discovery's `errorCode`. It requires a message. */
export const ardShape: ErrorShape = (wire, message, fields) => ({
  ...errorBody(wire, message || `${wire.error}.`, fields),
  errorCode: ARD_CODES[wire.status] ?? wire.code,
});

/** JSON-RPC 2.0, 5.1: the request is invalid, the service failed, and the first code that a server may choose. */
const [INVALID_REQUEST, INTERNAL_ERROR, SERVER_ERROR] = [-32_600, -32_603, -32_000];

function rpcCodeOf({ status, rpcCode }: WireError): number {
  if (rpcCode !== undefined) return rpcCode;
  if (status === 429 || status === 503) return SERVER_ERROR;
  return status >= 500 ? INTERNAL_ERROR : INVALID_REQUEST;
}

/** An error object of JSON-RPC 2.0. Its `id` is null, as where the request could not be read. */
export const jsonRpcShape: ErrorShape = (wire, message, fields = []) => ({
  jsonrpc: "2.0",
  id: null,
  error: {
    code: rpcCodeOf(wire),
    message: message || wire.error,
    data: { code: wire.code, ...(fields.length > 0 ? { fields: [...fields] } : {}) },
  },
});

/** The names of google.rpc.Code, by status. */
const RPC_STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "UNIMPLEMENTED",
  409: "ABORTED",
  412: "FAILED_PRECONDITION",
  413: "INVALID_ARGUMENT",
  415: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

const TYPE = "type.googleapis.com/google.rpc.";

/** A google.rpc.Status over HTTP (AIP-193). @param domain who the reasons belong to, such as `a2a-protocol.org` */
export function rpcStatusShape(domain: string): ErrorShape {
  return ({ status, error, code }, message, fields = []) => ({
    error: {
      code: status,
      status: RPC_STATUSES[status] ?? "INTERNAL",
      message: message || error,
      details: [
        { "@type": `${TYPE}ErrorInfo`, reason: code, domain },
        ...(fields.length === 0
          ? []
          : [{ "@type": `${TYPE}BadRequest`, fieldViolations: fields.map((field) => ({ field })) }]),
      ],
    },
  });
}
