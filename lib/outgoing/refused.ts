/** What went wrong. For the log and for decisions of ours: a response that named it would tell of our network. */
export type RefusalReason =
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

/** The bounds of one request, which its error message names. */
export interface Bounds {
  maxBytes: number;
  deadlineMilliseconds: number;
}

/**
 * Thrown for every request that did not give a usable response. The message depends only on the request's bounds, so
 * that it is the same for a closed port, a private address and a name without one.
 */
export class OutgoingRefused extends Error {
  override readonly name = "OutgoingRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, { maxBytes, deadlineMilliseconds }: Bounds, cause?: unknown) {
    const megabytes = Number((maxBytes / 1_048_576).toFixed(2));
    const bounds = `${deadlineMilliseconds / 1_000} seconds, ${megabytes} MB and three redirects`;
    super(`The address must be public, use https on port 443, and respond within ${bounds}.`, { cause });
    this.reason = reason;
  }
}
