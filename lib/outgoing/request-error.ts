/**
 * The cause, for the log and our own decisions. A response must not contain it, because it would reveal our network.
 */
export type OutgoingFailure =
  | "address"
  | "own host"
  | "name"
  | "connection"
  | "deadline"
  | "ended"
  | "redirects"
  | "other host"
  | "size"
  | "response";

/** The limits of one request, which its error message contains. */
export interface Bounds {
  maxBytes: number;
  deadlineMilliseconds: number;
}

/**
 * Thrown for every request without a usable response. The message depends only on the request's limits, so it is the
 * same for a closed port, a private address and a host name without an address.
 */
export class OutgoingRequestError extends Error {
  override readonly name = "OutgoingRequestError";
  readonly reason: OutgoingFailure;
  /** The head of a response whose body was too long. */
  head: { status: number; headers: Headers } | undefined;

  constructor(reason: OutgoingFailure, { maxBytes, deadlineMilliseconds }: Bounds, cause?: unknown) {
    const megabytes = Number((maxBytes / 1_048_576).toFixed(2));
    const bounds = `${deadlineMilliseconds / 1_000} seconds, ${megabytes} MB and three redirects`;
    super(`The address must be public, use https on port 443, and respond within ${bounds}.`, { cause });
    this.reason = reason;
  }
}
