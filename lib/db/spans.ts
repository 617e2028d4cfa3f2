import { activeSpan, type Fault, inSpan, unknownFault } from "@/lib/tracing/spans";
import { statementSummary } from "@/lib/tracing/statement-summary";
import { isDatabaseError, sqlState } from "./errors";

const SYSTEM = { "db.system.name": "postgresql" };

/** An error of the server's has its code. What a transaction itself throws, to be rolled back, is no fault of the database. */
function faultOf(error: unknown): Fault {
  const type = sqlState(error) ?? unknownFault(error).type;
  return { type, isOurs: isDatabaseError(error) };
}

/**
 * Records a statement by OpenTelemetry's conventions for databases, where a request is being recorded: what it does and to
 * which table, never its text and values.
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

/** Records a transaction, from the wait for a connection to the answer to its commit. */
export function inTransactionSpan<T>(transact: () => Promise<T>): Promise<T> {
  return inSpan("transaction", transact, { kind: "client", attributes: SYSTEM, faultOf });
}
