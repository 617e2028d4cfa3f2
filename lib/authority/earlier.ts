import type { Reader } from "@/lib/database/open";
import { readOperatorNames } from "@/lib/database/operator-names";
import { ownValue } from "@/lib/foundation/own-values";
import { utcMinute } from "@/lib/foundation/text/utc";
import { actorName, type Caller, isOperator } from "@/lib/identity/permissions";

interface Earlier {
  /** As `actorName` says it. */
  actor: string;
  /** The words after the name, such as `confirmed this incident`. */
  did: string;
  at: Date;
}

/** Returns a sentence about what somebody did first. Only operators read names of operators, others their pseudonyms. */
export async function tellEarlier(
  { db, caller }: { db: Reader; caller: Caller },
  { actor, did, at }: Earlier,
): Promise<string> {
  const names = isOperator(caller) ? await readOperatorNames(db, [actor]) : {};
  const who = actor === actorName(caller) ? "You" : (ownValue(names, actor) ?? actor);
  return `${who} ${did} at ${utcMinute(at.toISOString())} UTC.`;
}
