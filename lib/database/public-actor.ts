import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Reader } from "./open";
import { credentials } from "./schema/access";

const OPERATOR = "operator:";

/**
 * Returns the names that stored rows have for an actor: first its own, then those of an operator up to version 0.3.0,
 * which were the ids of its credentials.
 * @param actor as in `actorName`
 */
export async function storedNames(db: Reader, actor: string): Promise<[name: string, ...older: string[]]> {
  if (!actor.startsWith(OPERATOR)) return [actor];
  const tokens = await db
    .select({ id: credentials.id })
    .from(credentials)
    .where(eq(credentials.operator, actor.slice(OPERATOR.length)));
  return [actor, ...tokens.map(({ id }) => OPERATOR + id)];
}

/** Returns the SQL for the public name of an actor in a column. Older rows name an operator by its credential's id. */
export const publicActorOf = (actor: SQLWrapper): SQL<string> => sql`public_actor(${actor})`;
