const CONNECTION_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
const NAMES = new Set(["PostgresError", "DatabaseTimeout", "DrizzleQueryError"]);

/** Whether an error came from the database or from the way to it. */
export function isDatabaseError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (NAMES.has(cause.name) || NAMES.has(cause.constructor.name)) return true;
    if ("code" in cause && typeof cause.code === "string" && CONNECTION_CODES.has(cause.code)) return true;
  }
  return false;
}
