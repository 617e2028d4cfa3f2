import { LRUCache } from "lru-cache";
import { sentBy } from "@/lib/foundation/internals";
import type { Reader } from "./open";

/** Maximum number of kept statements of one kind. */
const MAX_KEPT = 256;

/**
 * Keeps the statements that Drizzle prepares, because Drizzle needs more time to generate one than the server needs to
 * find a row. Only Drizzle's text is kept, for all databases and transactions. The client alone decides whether the
 * statement is named on the server. Behind a pooler in transaction mode it is not.
 * @param prepare generates the statement of a shape, which is everything except the values of placeholders
 */
export function keepPrepared<Statement extends object, Shape extends string[], Db extends Reader = Reader>(
  prepare: (db: Db, ...shape: Shape) => Statement,
) {
  const kept = new LRUCache<string, Statement>({ max: MAX_KEPT });
  return (db: Db, ...shape: Shape): Statement => {
    const key = shape.join(" ");
    let statement = kept.get(key);
    if (statement === undefined) {
      statement = prepare(db, ...shape);
      kept.set(key, statement);
    }
    return sentBy(db._.session, statement);
  };
}
