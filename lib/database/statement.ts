import { type SQL, sql } from "drizzle-orm";

/**
 * Returns a statement from its SQL text, with `$1` and so on for its parameters. It is for very frequent statements,
 * for which Drizzle's generation of the text is too slow. Only for `execute`; in another template its parameters would
 * be lost.
 */
export function statement(text: string, parameters: unknown[]): SQL {
  return Object.assign(sql.raw(text), { toQuery: () => ({ sql: text, params: parameters }) });
}
