import { z } from "zod";
import type { A2aErrorKind, ErrorKind } from "@/lib/foundation/errors";

/** The supported version of A2A. Patch numbers do not count (A2A 1.0, 3.6). */
export const A2A_VERSION = "1.0";

/** The wire form of an error. */
export interface WireError {
  status: number;
  error: string;
  code: string;
  /** Body fields that this text is about; only for `missing` and `malformed`. */
  fields?: readonly string[];
  rpcCode?: number;
  /** The name of a google.rpc.Code, where it is not the usual one of the status. */
  rpcStatus?: string;
  /** More about the error, in google.rpc.ErrorInfo. */
  metadata?: Readonly<Record<string, string>>;
}

/**
 * The body of every error (contract, "Errors"): `error` always, `code` always here, `message` if there are details,
 * `fields` if the input is invalid, and `oldest` if a cursor has expired.
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
    oldest: z.string().optional().meta({
      description: "With `CURSOR_EXPIRED`: the cursor to continue from. It is before the oldest kept change.",
    }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Returns the text of `notFound` that names the thing. */
export const noSuch = (thing: string): WireError => ({ status: 404, error: `${thing} not found`, code: "NOT_FOUND" });

const PRECONDITION = { status: 400, rpcStatus: "FAILED_PRECONDITION" } as const;

/** The texts of A2A's own errors, with the codes of A2A 1.0, 5.4. */
export const A2A_ERRORS: Readonly<Record<A2aErrorKind, WireError>> = {
  taskNotFound: { status: 404, error: "Task not found", code: "TASK_NOT_FOUND", rpcCode: -32_001 },
  taskNotCancelable: { ...PRECONDITION, error: "Task not cancelable", code: "TASK_NOT_CANCELABLE", rpcCode: -32_002 },
  pushNotSupported: {
    ...PRECONDITION,
    error: "Push notifications not supported",
    code: "PUSH_NOTIFICATION_NOT_SUPPORTED",
    rpcCode: -32_003,
  },
  unsupportedOperation: {
    ...PRECONDITION,
    error: "Unsupported operation",
    code: "UNSUPPORTED_OPERATION",
    rpcCode: -32_004,
  },
  contentTypeNotSupported: {
    status: 400,
    error: "Content type not supported",
    code: "CONTENT_TYPE_NOT_SUPPORTED",
    rpcCode: -32_005,
  },
  versionNotSupported: {
    ...PRECONDITION,
    error: "Version not supported",
    code: "VERSION_NOT_SUPPORTED",
    rpcCode: -32_009,
    metadata: { supportedVersions: A2A_VERSION },
  },
};

const VALIDATION: WireError = { status: 400, error: "Validation error", code: "VALIDATION_ERROR" };

/** The default text of each error, unless an endpoint declares its own. */
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
  rateLimited: { status: 429, error: "Too many requests", code: "RATE_LIMITED" },
  internal: { status: 500, error: "Internal error", code: "INTERNAL_ERROR" },
  database: { status: 500, error: "DB error", code: "DB_ERROR" },
  frozen: { status: 503, error: "Frozen", code: "FROZEN" },
  clockSkew: { status: 503, error: "Clock off", code: "CLOCK_SKEW" },
  unavailable: { status: 503, error: "Service unavailable", code: "UNAVAILABLE" },
  overloaded: { status: 503, error: "Overloaded", code: "OVERLOADED" },
  ...A2A_ERRORS,
};

/** Explains each error for readers of the reference. The `message` of an endpoint's own text adds details. */
export const ERROR_MEANINGS: Record<ErrorKind, string> = {
  malformedRequest: "The path or host cannot be parsed, or a form has no length.",
  unauthenticated: "The token is missing or does not work.",
  didMismatch: "The token cannot act for this DID.",
  forbidden: "This caller is not allowed to do this.",
  operatorOnly: "The caller is not an operator.",
  tierTooLow: "The acting agent's tier is too low.",
  suspended: "An operator suspended the acting agent. Its profile says why.",
  withdrawn: "The owner withdrew the acting agent. It cannot store anything until it comes back.",
  missing: "A required field is missing.",
  malformed: "A field is malformed.",
  invalid:
    "The input is not JSON, has a member twice or a number that a double does not keep, or does not fit its description. `fields` names the invalid fields, and `message` gives the reason.",
  notFound: "There is no such thing.",
  gone: "It was here, and its owner withdrew it.",
  methodNotAllowed: "The path does not take this method; `Allow` says which it takes.",
  conflict: "It contradicts the present record.",
  didTaken: "Another party owns or has reserved this DID.",
  reservedMethod: "This service reserves the method of the DID.",
  preconditionFailed: "The record has another revision than `If-Match` names.",
  bodyTooLarge: "The body has too many bytes.",
  unsupportedMediaType: "The body is said to be something other than JSON.",
  rateLimited: "The requests of this window are used up; `Retry-After` says how many seconds to wait.",
  internal: "A failure of the service. Quote `x-request-id`.",
  database: "The database does not answer.",
  frozen: "An operator has frozen the subsystem; `message` says why.",
  clockSkew:
    "The clock of the instance that was asked is wrong, so it writes to no log and no trace. Another instance may.",
  unavailable: "A part that it needs does not answer just now.",
  overloaded: "Too much is being made or waits to be read; `Retry-After` says how many seconds to wait.",
  taskNotFound: "This caller has no such task.",
  taskNotCancelable: "The task has ended.",
  pushNotSupported: "Tasks are followed by their stream; nothing is pushed.",
  unsupportedOperation: "The task has ended, or the service does not offer this.",
  contentTypeNotSupported: "A part of the message is of a kind that is not taken from this caller.",
  versionNotSupported: `\`A2A-Version\` is not ${A2A_VERSION}. An absent one means 0.3.`,
};

/** Default seconds to try again after a temporary failure. A freeze has more, because a person ends it. */
export function retryAfterSeconds(kind: ErrorKind): number | undefined {
  if (kind === "frozen") return 60;
  if (kind === "overloaded") return 1;
  return DEFAULT_ERRORS[kind].status >= 500 ? 5 : undefined;
}

/** Returns the error body, with `message` and `fields` only if they are not empty. */
export function errorBody({ error, code }: WireError, message?: string, fields: readonly string[] = []): ErrorBody {
  return { error, ...(message ? { message } : {}), code, ...(fields.length > 0 ? { fields: [...fields] } : {}) };
}
