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

/** The server's own code of an error (SQLSTATE), where it was the server that refused. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "PostgresError" && "code" in cause && typeof cause.code === "string") return cause.code;
  }
  return undefined;
}

/** A transaction that met another's: a unique key, a serialization failure, a deadlock, a lock not granted in time. */
export function conflictsWithOthers(error: unknown): boolean {
  return ["23505", "40001", "40P01", "55P03"].includes(sqlState(error) ?? "");
}

/** Whether a transaction that failed so may have been committed: its answer was lost, or the server was going down. */
export function mayHaveCommitted(error: unknown): boolean {
  const code = sqlState(error);
  return isDatabaseError(error) && (code === undefined || /^(08|57P)/.test(code));
}
