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
  | "missing"
  | "malformed"
  | "invalid"
  | "notFound"
  | "methodNotAllowed"
  | "conflict"
  | "bodyTooLarge"
  | "unsupportedMediaType"
  | "rateLimited"
  | "internal"
  | "database"
  | "frozen"
  | "unavailable";

/** A refusal that a caller may be told about. `message` is public: never put text from below into it. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly kind: ErrorKind;
  /** When to try again, where that is known. */
  readonly retryAfterSeconds: number | undefined;
  /** The one field that this is about, where it is about one. */
  readonly field: string | undefined;

  constructor(kind: ErrorKind, message = "", options: { retryAfterSeconds?: number; field?: string } = {}) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.field = options.field;
  }
}

/** The server bundle and Next's bundle each have their own class, so the name decides, not `instanceof`. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === "ServiceError";
}

export const notFound = (message?: string) => new ServiceError("notFound", message);
export const subsystemFrozen = (reason: string) => new ServiceError("frozen", reason);
export const conflict = (message: string, about: { field?: string } = {}) =>
  new ServiceError("conflict", message, about);
export const unauthenticated = (message?: string) => new ServiceError("unauthenticated", message);
export const didMismatch = (message: string) => new ServiceError("didMismatch", message);
export const forbidden = (message: string) => new ServiceError("forbidden", message);
export const invalid = (message: string, about: { field?: string } = {}) => new ServiceError("invalid", message, about);
export const operatorOnly = () => new ServiceError("operatorOnly", "Only an operator may do this.");
export const tierTooLow = (needed: string, present: string) =>
  new ServiceError("tierTooLow", `This needs tier ${needed}; the present tier is ${present}.`);
