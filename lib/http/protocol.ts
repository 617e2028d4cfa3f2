import type { z } from "zod";
import { errorBody, type WireError } from "./errors";

/** Returns the body of an error response. @param message the fault and the remedy, if they are not in `wire` */
export type ErrorShape = (wire: WireError, message?: string, fields?: readonly string[]) => object;

/** Another protocol: its path, and the form of its error responses, including those of the edge. */
export interface Protocol {
  /** With a final slash: every path below it belongs to the protocol, declared or not. Without: only this path. */
  base: `/${string}`;
  shape: ErrorShape;
  /** The schema of the result of `shape`. */
  errorBody: z.ZodType;
  /** Whether a request for a host other than this service's returns 403 (DNS rebinding). */
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

/** Returns our error body with the `errorCode` of Agentic Resource Discovery, which requires a message. */
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

/** Returns an error object of JSON-RPC 2.0. Its `id` is null, as for an unreadable request. */
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

/** Returns a google.rpc.Status over HTTP (AIP-193). @param domain the owner of the reasons, such as `a2a-protocol.org` */
export function rpcStatusShape(domain: string): ErrorShape {
  return (wire, message, fields) => ({
    error: {
      code: wire.status,
      status: wire.rpcStatus ?? RPC_STATUSES[wire.status] ?? "INTERNAL",
      message: message || wire.error,
      details: detailsOf(domain, wire, fields),
    },
  });
}

/** Returns the `details` of google.rpc: the reason, and the invalid fields. */
function detailsOf(domain: string, { code, metadata }: WireError, fields: readonly string[] = []): object[] {
  const violations = { "@type": `${TYPE}BadRequest`, fieldViolations: fields.map((field) => ({ field })) };
  const info = { "@type": `${TYPE}ErrorInfo`, reason: code, domain, ...(metadata && { metadata }) };
  return [info, ...(fields.length === 0 ? [] : [violations])];
}

/** Returns the same details in an error object of JSON-RPC 2.0 (A2A 1.0, 9.5). Its `id` is null. */
export function rpcDetailsShape(domain: string): ErrorShape {
  return (wire, message, fields) => ({
    jsonrpc: "2.0",
    id: null,
    error: { code: rpcCodeOf(wire), message: message || wire.error, data: detailsOf(domain, wire, fields) },
  });
}
