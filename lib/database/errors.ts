import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

/** Codes of errors from the driver itself. */
const DRIVER_CODES = new Set([
  "COMMIT_REFUSED",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
]);
/** System errors of any connection. The driver adds a `query` only to errors of database connections. */
const SYSTEM_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "ENOTFOUND", "EPIPE", "ETIMEDOUT"]);

/** Thrown if there is no response within the deadline: the pool had no free connection, or the statement ran too long. */
export class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";
}

const CLASSES = [postgres.PostgresError, DatabaseTimeout, DrizzleQueryError];

/** Returns whether an error came from the database or the connection to it, not from Redis or another server. */
export function isDatabaseError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (CLASSES.some((kind) => cause instanceof kind)) return true;
    if (!("code" in cause) || typeof cause.code !== "string") continue;
    if (DRIVER_CODES.has(cause.code) || ("query" in cause && SYSTEM_CODES.has(cause.code))) return true;
  }
  return false;
}

/** Returns the server's own code of an error (SQLSTATE), if the server reported it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof postgres.PostgresError) return cause.code;
  }
  return undefined;
}

/**
 * Returns whether a transaction conflicted with another: a unique key, a serialization failure, a deadlock, a lock
 * timeout.
 */
export function conflictsWithOthers(error: unknown): boolean {
  return ["23505", "40001", "40P01", "55P03"].includes(sqlState(error) ?? "");
}

/** Returns whether a transaction with this error may have been committed: its reply was lost, or the server shut down. */
export function mayHaveCommitted(error: unknown): boolean {
  const code = sqlState(error);
  return isDatabaseError(error) && (code === undefined || /^(08|57P)/.test(code));
}
