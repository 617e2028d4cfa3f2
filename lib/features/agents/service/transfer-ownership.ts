import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { actorName } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";

/**
 * Makes the agent the owner of its record and logs it. The caller must hold the DID's lock.
 * @param by the ids of the cause, such as a credential's id
 */
export async function transferOwnership(
  ctx: Context,
  tx: Transaction,
  did: string,
  by: Record<string, unknown>,
): Promise<void> {
  await tx.update(agents).set({ ownerKind: "agent", organisation: null }).where(eq(agents.did, did));
  const act = { kind: "agent.handed_over", actor: actorName(ctx.caller), subject: did, details: by };
  await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
}
