import { type SQL, sql } from "drizzle-orm";

/**
 * A statement in the words in which it is sent, with `$1` and so on for its parameters: for one that is sent so often that
 * the time counts in which Drizzle puts a template together. Only for `execute`: within another template its parameters
 * would be lost.
 */
export function statement(text: string, parameters: unknown[]): SQL {
  return Object.assign(sql.raw(text), { toQuery: () => ({ sql: text, params: parameters }) });
}
