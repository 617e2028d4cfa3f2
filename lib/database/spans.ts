import { activeSpan, inSpan, type SpanError, spanErrorOf } from "@/lib/foundation/tracing/spans";
import { statementSummary } from "@/lib/foundation/tracing/statement-summary";
import { isDatabaseError, sqlState } from "./errors";

const SYSTEM = { "db.system.name": "postgresql" };

/**
 * Only errors of the server have a code. An error thrown inside a transaction, to roll it back, is not a fault of the
 * database.
 */
function faultOf(error: unknown): SpanError {
  const type = sqlState(error) ?? spanErrorOf(error).type;
  return { type, isOurs: isDatabaseError(error) };
}

/**
 * Records a statement, if its request is recorded, by OpenTelemetry's conventions for databases: its operation and
 * table, never its text and values.
 */
export function inStatementSpan<T>(text: string, answer: () => Promise<T>): Promise<T> {
  if (activeSpan() === undefined) return answer();
  const { operation, collection } = statementSummary(text);
  const name = collection === undefined ? operation : `${operation} ${collection}`;
  const attributes = {
    ...SYSTEM,
    "db.operation.name": operation,
    ...(collection === undefined ? {} : { "db.collection.name": collection }),
  };
  return inSpan(name, answer, { kind: "client", attributes, faultOf });
}

/** Records a transaction, from the wait for a connection to the reply to its commit. */
export function inTransactionSpan<T>(transact: () => Promise<T>): Promise<T> {
  return inSpan("transaction", transact, { kind: "client", attributes: SYSTEM, faultOf });
}
