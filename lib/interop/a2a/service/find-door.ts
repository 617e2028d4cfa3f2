import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { notFound } from "@/lib/foundation/errors";
import { Did } from "@/lib/identity/did";
import { PERMISSIONS } from "@/lib/identity/permissions";
import { tierAtLeast } from "@/lib/identity/tiers";

/** The minimum tier of agents with a door, and of its callers except guests. Sending by the relay requires the same. */
const MINIMUM_TIER = PERMISSIONS["relay.send"].minimumTier;

export const hasDoor = ({ status, trustTier }: Pick<AgentRow, "status" | "trustTier">): boolean =>
  status === "active" && tierAtLeast(trustTier, MINIMUM_TIER);

/** Returns the member that has a door. @throws ServiceError `notFound` if it is unknown, not active, or below T2 */
export async function findDoor({ db }: Pick<Context, "db">, did: string): Promise<AgentRow> {
  const [row] = Did.safeParse(did).success ? await db.select().from(agents).where(eq(agents.did, did)) : [];
  if (row && hasDoor(row)) return row;
  throw notFound(`No A2A door at this address. Only active agents of ${MINIMUM_TIER} or above have one.`);
}
