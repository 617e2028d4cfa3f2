import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

/** What the driver itself reports. */
const DRIVER_CODES = new Set([
  "COMMIT_REFUSED",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
]);
/** System errors of any connection. The driver marks those of its connections with the query. */
const SYSTEM_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "ENOTFOUND", "EPIPE", "ETIMEDOUT"]);

/** No answer within the deadline: the pool had no free connection, or the statement ran too long. */
export class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";
}

const CLASSES = [postgres.PostgresError, DatabaseTimeout, DrizzleQueryError];

/** Whether an error came from the database or from the way to it, not from Redis or another server. */
export function isDatabaseError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (CLASSES.some((kind) => cause instanceof kind)) return true;
    if (!("code" in cause) || typeof cause.code !== "string") continue;
    if (DRIVER_CODES.has(cause.code) || ("query" in cause && SYSTEM_CODES.has(cause.code))) return true;
  }
  return false;
}

/** The server's own code of an error (SQLSTATE), where it was the server that refused. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof postgres.PostgresError) return cause.code;
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
