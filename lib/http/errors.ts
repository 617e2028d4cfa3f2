import { z } from "zod";
import type { ErrorKind } from "@/lib/errors";

/** How a refusal looks on the wire. */
export interface WireError {
  status: number;
  error: string;
  code: string;
  /** Body fields that this text speaks of; only on `missing` and `malformed`. */
  fields?: readonly string[];
  /** The code where JSON-RPC is spoken. */
  rpcCode?: number;
}

/**
 * The body of every error (contract, "Errors"): `error` always, `code` always here, `message` where there is more to say,
 * `fields` where the input has faults.
 */
export const ErrorBody = z
  .object({
    error: z.string(),
    message: z.string().optional(),
    code: z.string().optional(),
    fields: z
      .array(z.string())
      .optional()
      .meta({ description: "The fields of the input that are wrong, such as `did` or `anchors[0].payload`." }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof ErrorBody>;

const VALIDATION: WireError = { status: 400, error: "Validation error", code: "VALIDATION_ERROR" };

/** The text of each refusal where an endpoint does not declare its own. */
export const DEFAULT_ERRORS: Record<ErrorKind, WireError> = {
  malformedRequest: { status: 400, error: "Malformed request", code: "MALFORMED_REQUEST" },
  unauthenticated: { status: 401, error: "Unauthorized", code: "UNAUTHORIZED" },
  didMismatch: { status: 403, error: "Forbidden", code: "DID_MISMATCH" },
  forbidden: { status: 403, error: "Forbidden", code: "FORBIDDEN" },
  operatorOnly: { status: 403, error: "Forbidden", code: "OPERATOR_ONLY" },
  tierTooLow: { status: 403, error: "Trust too low", code: "TRUST_TOO_LOW" },
  suspended: { status: 403, error: "Agent suspended", code: "SUSPENDED" },
  withdrawn: { status: 403, error: "Agent withdrawn", code: "WITHDRAWN" },
  missing: VALIDATION,
  malformed: VALIDATION,
  invalid: VALIDATION,
  notFound: { status: 404, error: "Not found", code: "NOT_FOUND" },
  gone: { status: 410, error: "Gone", code: "GONE" },
  methodNotAllowed: { status: 405, error: "Method not allowed", code: "METHOD_NOT_ALLOWED" },
  conflict: { status: 409, error: "Conflict", code: "CONFLICT" },
  didTaken: { status: 409, error: "DID taken", code: "DID_CONFLICT" },
  reservedMethod: { status: 400, error: "Invalid did", code: "INVALID_DID" },
  preconditionFailed: { status: 412, error: "Precondition failed", code: "PRECONDITION_FAILED" },
  bodyTooLarge: { status: 413, error: "Body too large", code: "BODY_TOO_LARGE" },
  unsupportedMediaType: { status: 415, error: "Unsupported media type", code: "UNSUPPORTED_MEDIA_TYPE" },
  rangeNotSatisfiable: { status: 416, error: "Range not satisfiable", code: "RANGE_NOT_SATISFIABLE" },
  rateLimited: { status: 429, error: "Too many requests", code: "RATE_LIMITED" },
  internal: { status: 500, error: "Internal error", code: "INTERNAL_ERROR" },
  database: { status: 500, error: "DB error", code: "DB_ERROR" },
  frozen: { status: 503, error: "Frozen", code: "FROZEN" },
  clockOff: { status: 503, error: "Clock off", code: "CLOCK_SKEW" },
  unavailable: { status: 503, error: "Service unavailable", code: "UNAVAILABLE" },
  overloaded: { status: 503, error: "Overloaded", code: "OVERLOADED" },
};

/** When each refusal is given, for people who read. What a text of an endpoint's own adds, its `message` says. */
export const ERROR_MEANINGS: Record<ErrorKind, string> = {
  malformedRequest: "Path or host cannot be read.",
  unauthenticated: "No token, or one that does not work.",
  didMismatch: "The token may not act for this DID.",
  forbidden: "This caller may not do it.",
  operatorOnly: "The caller is no operator.",
  tierTooLow: "The acting agent's tier is too low.",
  suspended: "An operator suspended the acting agent; its profile says why.",
  withdrawn: "The owner withdrew the acting agent. Until it comes back, it stores nothing.",
  missing: "A field that is needed is absent.",
  malformed: "A field is not of its form.",
  invalid:
    "The input is no JSON, or does not fit its description; `fields` names what is wrong, and `message` says why.",
  notFound: "There is no such thing.",
  gone: "It was here, and its owner withdrew it.",
  methodNotAllowed: "The path does not take this method; `Allow` says which it takes.",
  conflict: "It does not fit what is on record.",
  didTaken: "Another party owns or has reserved this DID.",
  reservedMethod: "This service reserves the method of the DID.",
  preconditionFailed: "The record has another revision than `If-Match` names.",
  bodyTooLarge: "The body has too many bytes.",
  unsupportedMediaType: "The body is said to be something other than JSON.",
  rangeNotSatisfiable: "The file ends before the range begins; `Content-Range` says where.",
  rateLimited: "The requests of this window are used up; `Retry-After` says how many seconds to wait.",
  internal: "A failure of the service. Quote `x-request-id`.",
  database: "The database does not answer.",
  frozen: "An operator has frozen the subsystem; `message` says why.",
  clockOff:
    "The clock of the instance that was asked is wrong, so it writes to no log and no trace. Another instance may.",
  unavailable: "A part that it needs does not answer just now.",
  overloaded: "Too much is being made or waits to be read; `Retry-After` says how many seconds to wait.",
};

/** When to try again after a failure that passes, where nothing better is known. A person ends a freeze. */
export function retryAfterSeconds(kind: ErrorKind): number | undefined {
  if (kind === "frozen") return 60;
  if (kind === "overloaded") return 1;
  return DEFAULT_ERRORS[kind].status >= 500 ? 5 : undefined;
}

/** The error body, with `message` and `fields` only where there are some. */
export function errorBody({ error, code }: WireError, message?: string, fields: readonly string[] = []): ErrorBody {
  return { error, ...(message ? { message } : {}), code, ...(fields.length > 0 ? { fields: [...fields] } : {}) };
}
