import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { notFound } from "@/lib/foundation/errors";
import { Did } from "@/lib/identity/did";
import { PERMISSIONS } from "@/lib/identity/permissions";
import { tierAtLeast } from "@/lib/identity/tiers";

/** The minimum tier of agents with a door, and of its callers except guests. Sending by the relay requires the same. */
const MINIMUM_TIER = PERMISSIONS["relay.send"].minimumTier;

const columns = { did: agents.did, status: agents.status, tier: agents.trustTier, takesGuests: agents.a2aGuests };

/** Returns whether an agent has a door. */
export function hasDoor({ status, tier }: { status: string; tier: (typeof columns.tier)["_"]["data"] }): boolean {
  return status === "active" && tierAtLeast(tier, MINIMUM_TIER);
}

/** Returns the door of a member. @throws ServiceError `notFound` if the agent is unknown, not active, or below T2 */
export async function findDoor({ db }: Pick<Context, "db">, did: string): Promise<{ takesGuests: boolean }> {
  const [row] = Did.safeParse(did).success ? await db.select(columns).from(agents).where(eq(agents.did, did)) : [];
  if (row && hasDoor(row)) return row;
  throw notFound(`No A2A door at this address. Only active agents of ${MINIMUM_TIER} or above have one.`);
}
