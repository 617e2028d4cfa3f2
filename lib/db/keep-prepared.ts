import type { Reader } from "./open";

/** Most statements that are kept of one kind. Past it, all of them are put together again. */
const MAX_KEPT = 256;

/** What a prepared statement of Drizzle's is sent by; its types leave them out. */
interface Sender {
  client: unknown;
  logger: unknown;
}

/** Returns the statement as this database or transaction sends it. */
function sentBy<Statement extends object>(db: Reader, statement: Statement): Statement {
  const { client, logger } = db._.session as unknown as Sender;
  return Object.assign(Object.create(Object.getPrototypeOf(statement)), statement, { client, logger });
}

/**
 * Keeps the statements that Drizzle prepares, because it needs longer to put one together than the server needs to find a
 * row. Only Drizzle's text is kept, for every database and transaction alike. The client alone decides whether the server
 * gets a name for it: behind a pooler in transaction mode it gets none.
 * @param prepare makes the statement of a shape: of everything in it that is not a placeholder's value
 */
export function keepPrepared<Statement extends object, Db extends Reader = Reader>(
  prepare: (db: Db, shape: string) => Statement,
) {
  const kept = new Map<string, Statement>();
  return (db: Db, shape = ""): Statement => {
    let statement = kept.get(shape);
    if (statement === undefined) {
      statement = prepare(db, shape);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(shape, statement);
    }
    return sentBy(db, statement);
  };
}
