import { eq } from "drizzle-orm";
import type { Reader } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";

/** How `actorName` begins for an organisation. */
export const ORGANISATION_ACTOR = "organisation:";

/**
 * Returns whose places an outgoing request takes. The agents of an organisation share those of the organisation.
 * @param actor a caller as `actorName` writes it: a DID, `organisation:<name>`, `operator:<credential>`
 */
export async function outgoingOwner(db: Reader, actor: string): Promise<string> {
  if (!actor.startsWith("did:")) return actor;
  const [agent] = await db.select({ organisation: agents.organisation }).from(agents).where(eq(agents.did, actor));
  return agent?.organisation ? `${ORGANISATION_ACTOR}${agent.organisation}` : actor;
}
