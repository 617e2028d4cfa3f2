/**
 * Every kind of error that a verb can return. Services throw these. Only contracts contain their wire text, and
 * `lib/api` maps one to the other exhaustively.
 */
export type ErrorKind =
  | "malformedRequest"
  | "unauthenticated"
  | "didMismatch"
  | "forbidden"
  | "operatorOnly"
  | "tierTooLow"
  | "suspended"
  | "withdrawn"
  | "missing"
  | "malformed"
  | "invalid"
  | "notFound"
  | "gone"
  | "methodNotAllowed"
  | "conflict"
  | "preconditionFailed"
  | "didTaken"
  | "reservedMethod"
  | "bodyTooLarge"
  | "unsupportedMediaType"
  | "rateLimited"
  | "internal"
  | "database"
  | "frozen"
  | "clockSkew"
  | "unavailable"
  | "overloaded"
  | A2aErrorKind;

/** The errors that A2A 1.0 names (5.4), as far as the door gives them. */
export type A2aErrorKind =
  | "taskNotFound"
  | "taskNotCancelable"
  | "pushNotSupported"
  | "unsupportedOperation"
  | "contentTypeNotSupported"
  | "versionNotSupported";

/** An error that a caller may see. `message` is public: never put text of lower layers into it. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly kind: ErrorKind;
  /** When to try again, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** The one field that the error is about, if there is one. */
  readonly field: string | undefined;
  /** Every field that the error is about, such as `anchors[0].payload`. */
  readonly fields: readonly string[];
  /** Where a feed begins by now, as a cursor, where the one that was given has expired. */
  readonly oldest: string | undefined;

  constructor(
    kind: ErrorKind,
    message = "",
    options: { retryAfterSeconds?: number; field?: string; fields?: readonly string[]; oldest?: string } = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.field = options.field;
    this.oldest = options.oldest;
    this.fields = options.fields ?? (options.field === undefined ? [] : [options.field]);
  }
}

export const notFound = (message?: string) => new ServiceError("notFound", message);
export const gone = (message: string) => new ServiceError("gone", message);
export const cursorExpired = (message: string, oldest: string) => new ServiceError("gone", message, { oldest });
export const subsystemFrozen = (reason: string) => new ServiceError("frozen", reason);
export const conflict = (message: string, about: { field?: string } = {}) =>
  new ServiceError("conflict", message, about);
export const preconditionFailed = (message: string) => new ServiceError("preconditionFailed", message);
export const unauthenticated = (message?: string) => new ServiceError("unauthenticated", message);
export const didMismatch = (message: string) => new ServiceError("didMismatch", message);
export const forbidden = (message: string) => new ServiceError("forbidden", message);
export const invalid = (message: string, about: { field?: string } = {}) => new ServiceError("invalid", message, about);
export const roleTooLow = (needed: string, present: string) =>
  new ServiceError("operatorOnly", `This requires the role ${needed} or a higher one. The present role is ${present}.`);
export const operatorOnly = () => new ServiceError("operatorOnly", "Only an operator may do this.");
export const agentSuspended = () =>
  new ServiceError(
    "suspended",
    "The agent is suspended: it can read, but it cannot store anything. Its profile says why.",
  );
export const organisationSuspended = () =>
  new ServiceError(
    "suspended",
    "The organisation has a suspended agent and no active one, so it cannot add agents. Ask the operators.",
  );
export const agentWithdrawn = () =>
  new ServiceError("withdrawn", "The agent is withdrawn: it cannot store anything until its owner brings it back.");
export const tierTooLow = (needed: string, present: string) =>
  new ServiceError("tierTooLow", `This requires tier ${needed}. The present tier is ${present}.`);
export const didTaken = (message: string, about: { field?: string } = {}) =>
  new ServiceError("didTaken", message, about);
export const reservedMethod = (message: string, about: { field?: string } = {}) =>
  new ServiceError("reservedMethod", message, about);

/** Returns a value that must be there. @throws ServiceError `notFound` */
export function found<T>(value: T | null | undefined, message?: string): T {
  if (value === null || value === undefined) throw notFound(message);
  return value;
}

/** Returns the first row, which must be there. @throws ServiceError `notFound` */
export const foundRow = <T>([row]: readonly T[], message?: string): T => found(row, message);
