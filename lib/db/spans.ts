import { activeSpan, type Fault, inSpan } from "@/lib/tracing/spans";
import { statementSummary } from "@/lib/tracing/statement-summary";
import { sqlState } from "./errors";

const SYSTEM = { "db.system.name": "postgresql" };

/** A refusal by the server has its code, whose class tells whether the statement or the server is to blame. */
function faultOf(error: unknown): Fault {
  return { type: sqlState(error) ?? (error instanceof Error ? error.name : typeof error), isOurs: true };
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
