import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

const DRIVER_CODES = new Set([
  "COMMIT_REFUSED",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
]);
/** System errors of any connection. The driver adds a `query` only to errors of database connections. */
const SYSTEM_CODES = new Set([
  ...["EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ENOENT", "ENOTFOUND", "EPIPE"],
  "ETIMEDOUT",
]);

/** Thrown if there is no response within the deadline: the pool had no free connection, or the statement ran too long. */
export class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";
}

/** Thrown if the thread of the embedded engine ended. */
export class EngineEnded extends Error {
  override readonly name = "EngineEnded";
  override readonly message = "The embedded database's thread ended.";
}

const CLASSES = [postgres.PostgresError, DatabaseTimeout, EngineEnded, DrizzleQueryError];

/** Returns whether an error came from the database or the connection to it, not from Redis or another server. */
export function isDatabaseError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (CLASSES.some((kind) => cause instanceof kind) || isOfDriver(cause)) return true;
  }
  return false;
}

const isOfDriver = (error: Error): boolean =>
  "code" in error &&
  typeof error.code === "string" &&
  (DRIVER_CODES.has(error.code) || ("query" in error && SYSTEM_CODES.has(error.code)));

function serverErrorIn(error: unknown): postgres.PostgresError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof postgres.PostgresError) return cause;
  }
  return undefined;
}

/** Returns the server's own code of an error (SQLSTATE), if the server reported it. */
export const sqlState = (error: unknown): string | undefined => serverErrorIn(error)?.code;

/**
 * What may help against an error of the database. `passing`: the same later, because the database is unreachable, busy or
 * restarting. `conflict`: the same at once, because another transaction went first. `record`: other values. `permanent`:
 * only a person, who must grant a right or correct a setting.
 */
export type Remedy = "passing" | "conflict" | "record" | "permanent";

/** The remedy by SQLSTATE, the first that matches. Codes that are not here are permanent. */
const REMEDIES: readonly [RegExp, Remedy][] = [
  // A serialization failure, a deadlock, a lock timeout.
  [/^(?:40001|40P01|55P03)$/, "conflict"],
  // A data exception, an integrity constraint, a program limit, an exception of our triggers.
  [/^(?:22|23|54|P0)/, "record"],
  // The database was dropped; a library of an extension is missing.
  [/^(?:57P04|58P0)/, "permanent"],
  // Lost connections, unknown ends of a transaction, lacking resources, cancelled statements and shutdowns, system errors, a
  // standby, internal errors.
  [/^(?:08|40|53|57|58|25006|55006|XX000)/, "passing"],
];

/** PgBouncer reports its own errors with one code, also those that stay. */
const POOLER_STAYS =
  /unsupported startup parameter|statement pooling mode|no such (?:database|user)|authentication failed/;

/** Returns what may help against an error of the database; undefined if the error is not one. */
export function remedyFor(error: unknown): Remedy | undefined {
  const reported = serverErrorIn(error);
  if (reported === undefined) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if (cause instanceof DatabaseTimeout || cause instanceof EngineEnded || isOfDriver(cause)) return "passing";
    }
    return undefined;
  }
  if (reported.code === "08P01" && POOLER_STAYS.test(reported.message)) return "permanent";
  return REMEDIES.find(([codes]) => codes.test(reported.code))?.[1] ?? "permanent";
}

/** Returns whether a connection failed. The driver adds no `query` if it was opened for a transaction. */
function isLostConnection(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (SYSTEM_CODES.has(code ?? "") && (code !== "ENOENT" || syscall === "connect")) return true;
  }
  return false;
}

/** Returns whether the same may succeed soon. Every loop that tries again after an error asks this. */
export function isPassing(error: unknown): boolean {
  const remedy = remedyFor(error);
  return remedy === "passing" || remedy === "conflict" || (remedy === undefined && isLostConnection(error));
}

/** Returns whether a transaction conflicted with another, also if both inserted the same unique key. */
export function conflictsWithOthers(error: unknown): boolean {
  return sqlState(error) === "23505" || remedyFor(error) === "conflict";
}

/** Returns whether a transaction with this error may have been committed: its reply was lost, or the server shut down. */
export function mayHaveCommitted(error: unknown): boolean {
  const code = sqlState(error);
  return isDatabaseError(error) && (code === undefined || /^(08|57P)/.test(code));
}
