import { z } from "zod";
import type { ErrorKind } from "@/lib/errors";

/** How a refusal looks on the wire. */
export interface WireError {
  status: number;
  error: string;
  code: string;
  /** Body fields that this text speaks of; only on `missing` and `malformed`. */
  fields?: readonly string[];
}

/** The body of every error (contract, "Errors"): `error` always, `code` always here, `message` where there is more to say. */
export const ErrorBody = z
  .object({
    error: z.string(),
    message: z.string().optional(),
    code: z.string().optional(),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof ErrorBody>;

const VALIDATION: WireError = { status: 400, error: "Validation error", code: "VALIDATION_ERROR" };
const INTERNAL: WireError = { status: 500, error: "Internal error", code: "INTERNAL_ERROR" };

/** The text of each refusal where an endpoint does not declare its own. */
export const DEFAULT_ERRORS: Record<ErrorKind, WireError> = {
  malformedRequest: { status: 400, error: "Malformed request", code: "MALFORMED_REQUEST" },
  unauthenticated: { status: 401, error: "Unauthorized", code: "UNAUTHORIZED" },
  didMismatch: { status: 403, error: "Forbidden", code: "DID_MISMATCH" },
  forbidden: { status: 403, error: "Forbidden", code: "FORBIDDEN" },
  operatorOnly: { status: 403, error: "Forbidden", code: "OPERATOR_ONLY" },
  tierTooLow: { status: 403, error: "Trust too low", code: "TRUST_TOO_LOW" },
  missing: VALIDATION,
  malformed: VALIDATION,
  invalid: VALIDATION,
  notFound: { status: 404, error: "Not found", code: "NOT_FOUND" },
  methodNotAllowed: { status: 405, error: "Method not allowed", code: "METHOD_NOT_ALLOWED" },
  conflict: { status: 409, error: "Conflict", code: "CONFLICT" },
  bodyTooLarge: { status: 413, error: "Body too large", code: "BODY_TOO_LARGE" },
  unsupportedMediaType: { status: 415, error: "Unsupported media type", code: "UNSUPPORTED_MEDIA_TYPE" },
  rateLimited: { status: 429, error: "Too many requests", code: "RATE_LIMITED" },
  internal: INTERNAL,
  database: INTERNAL,
  frozen: { status: 503, error: "Frozen", code: "FROZEN" },
  unavailable: { status: 503, error: "Service unavailable", code: "UNAVAILABLE" },
};

/** When each refusal is given, for people who read. What a text of an endpoint's own adds, its `message` says. */
export const ERROR_MEANINGS: Record<ErrorKind, string> = {
  malformedRequest: "Path or host cannot be read.",
  unauthenticated: "No token, or one that does not work.",
  didMismatch: "The token may not act for this DID.",
  forbidden: "This caller may not do it.",
  operatorOnly: "The caller is no operator.",
  tierTooLow: "The acting agent's tier is too low.",
  missing: "A field that is needed is absent.",
  malformed: "A field is not of its form.",
  invalid: "The body is no JSON, or does not fit its description; `message` names the field.",
  notFound: "There is no such thing.",
  methodNotAllowed: "The path does not take this method; `Allow` says which it takes.",
  conflict: "It does not fit what is on record.",
  bodyTooLarge: "The body has too many bytes.",
  unsupportedMediaType: "The body is said to be something other than JSON.",
  rateLimited: "The requests of this window are used up; `Retry-After` says how many seconds to wait.",
  internal: "A failure of the service. Quote `x-request-id`.",
  database: "The database does not answer.",
  frozen: "An operator has frozen the subsystem; `message` says why.",
  unavailable: "A part that it needs does not answer just now.",
};

/** The contract's database failure, for the endpoints that list it and for every one that checks a token. */
export const DB_ERROR: WireError = { status: 500, error: "DB error", code: "DB_ERROR" };

/** The error body, with `message` only where there is one. */
export function errorBody({ error, code }: WireError, message?: string): ErrorBody {
  return message ? { error, message, code } : { error, code };
}
