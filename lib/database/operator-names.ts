import { eq, inArray, or } from "drizzle-orm";
import { isUuid } from "@/lib/foundation/text/uuid";
import type { Reader } from "./open";
import { credentials, operators } from "./schema/access";

const OPERATOR = "operator:";

/** Returns the names of the operators among some actors. Only operators may read them. */
export async function readOperatorNames(db: Reader, actors: readonly string[]): Promise<Record<string, string>> {
  const called = actors.flatMap((actor) => (actor.startsWith(OPERATOR) ? actor.slice(OPERATOR.length) : []));
  if (called.length === 0) return {};
  const rows = await db
    .select({ id: credentials.id, pseudonym: operators.pseudonym, name: operators.name })
    .from(operators)
    .leftJoin(credentials, eq(credentials.operator, operators.pseudonym))
    .where(or(inArray(credentials.id, called.filter(isUuid)), inArray(operators.pseudonym, called)));
  return Object.fromEntries(
    rows
      .filter(({ name }) => name !== "")
      .flatMap(({ id, pseudonym, name }) => [id, pseudonym].map((each) => [OPERATOR + each, name])),
  );
}
