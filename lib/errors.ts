/**
 * Every way a verb can refuse. Services throw these; only contracts know their wire text, and `lib/api` maps one to
 * the other exhaustively.
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
  | "rangeNotSatisfiable"
  | "rateLimited"
  | "internal"
  | "database"
  | "frozen"
  | "clockOff"
  | "unavailable"
  | "overloaded";

/** A refusal that a caller may be told about. `message` is public: never put text from below into it. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly kind: ErrorKind;
  /** When to try again, where that is known. */
  readonly retryAfterSeconds: number | undefined;
  /** The one field that this is about, where it is about one. */
  readonly field: string | undefined;
  /** Every field that this is about, as `anchors[0].payload`. */
  readonly fields: readonly string[];

  constructor(
    kind: ErrorKind,
    message = "",
    options: { retryAfterSeconds?: number; field?: string; fields?: readonly string[] } = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.field = options.field;
    this.fields = options.fields ?? (options.field === undefined ? [] : [options.field]);
  }
}

export const notFound = (message?: string) => new ServiceError("notFound", message);
export const gone = (message: string) => new ServiceError("gone", message);
export const subsystemFrozen = (reason: string) => new ServiceError("frozen", reason);
export const conflict = (message: string, about: { field?: string } = {}) =>
  new ServiceError("conflict", message, about);
export const preconditionFailed = (message: string) => new ServiceError("preconditionFailed", message);
export const unauthenticated = (message?: string) => new ServiceError("unauthenticated", message);
export const didMismatch = (message: string) => new ServiceError("didMismatch", message);
export const forbidden = (message: string) => new ServiceError("forbidden", message);
export const invalid = (message: string, about: { field?: string } = {}) => new ServiceError("invalid", message, about);
export const operatorOnly = () => new ServiceError("operatorOnly", "Only an operator may do this.");
export const agentSuspended = () =>
  new ServiceError("suspended", "The agent is suspended: it may read, but stores nothing. Its profile says why.");
export const agentWithdrawn = () =>
  new ServiceError("withdrawn", "The agent is withdrawn: it stores nothing until its owner brings it back.");
export const tierTooLow = (needed: string, present: string) =>
  new ServiceError("tierTooLow", `This needs tier ${needed}; the present tier is ${present}.`);
export const didTaken = (message: string, about: { field?: string } = {}) =>
  new ServiceError("didTaken", message, about);
export const reservedMethod = (message: string, about: { field?: string } = {}) =>
  new ServiceError("reservedMethod", message, about);
