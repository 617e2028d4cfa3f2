import { eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { agentLiveness } from "@/lib/database/schema/liveness";
import { conflict, foundRow } from "@/lib/foundation/errors";
import { checkedPlace } from "../rules";

const NOTHING_CHECKED = { checkedAt: null, answeredAt: null, silentSince: null, problem: "", endedAt: null } as const;

/**
 * Begins the checks that an owner chose, or ends them. What earlier checks found is then forgotten. The caller must
 * have written the choice to the agent's row.
 * @throws ServiceError `conflict` if the host of the card is not proven
 */
export async function storeChoice(tx: Transaction, did: string, isChosen: boolean, at: Date): Promise<void> {
  if (!isChosen) {
    const ended = { ...NOTHING_CHECKED, dueAt: null };
    await tx.update(agentLiveness).set(ended).where(eq(agentLiveness.did, did));
    return;
  }
  const place = checkedPlace(foundRow(await tx.select().from(agents).where(eq(agents.did, did))));
  if ("fault" in place) throw conflict(`The agent cannot be checked. ${place.fault}`);
  await tx
    .insert(agentLiveness)
    .values({ did, dueAt: at })
    .onConflictDoUpdate({
      target: agentLiveness.did,
      set: { ...NOTHING_CHECKED, dueAt: at },
      setWhere: isNull(agentLiveness.dueAt),
    });
}
