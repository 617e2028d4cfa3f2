import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { Did } from "@/lib/did";
import { didMismatch, tierTooLow } from "@/lib/errors";
import { PERMISSIONS, type PermissionName, permit } from "@/lib/permissions";
import { type Tier, tierAtLeast } from "@/lib/tiers";

/**
 * `permit` for a verb that acts in the name of a DID, organisations included: their key acts for the agents that they
 * registered, with that agent's tier. Only for them it asks the database.
 * @throws ServiceError `unauthenticated`, `didMismatch` or `tierTooLow`
 */
export async function permitActor({ db, caller }: Context, name: PermissionName, did: string): Promise<void> {
  permit(caller, name, did);
  if (caller.kind !== "provider") return;
  const named = db
    .select({ organisation: agents.organisation, tier: agents.trustTier })
    .from(agents)
    .where(eq(agents.did, did));
  const [agent] = Did.safeParse(did).success ? await named : [];
  if (agent?.organisation !== caller.organisation) {
    throw didMismatch("This key acts for the agents that its organisation registered.");
  }
  const { minimumTier }: { minimumTier: Tier | null } = PERMISSIONS[name];
  if (minimumTier !== null && !tierAtLeast(agent.tier, minimumTier)) throw tierTooLow(minimumTier, agent.tier);
}
