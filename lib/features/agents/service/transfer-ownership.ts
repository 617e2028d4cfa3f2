import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { endListing } from "@/lib/features/trust/service/end-listing";
import { lockAssessed } from "@/lib/features/trust/service/events";
import { actorName } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";

/**
 * Makes the agent the owner of its record and logs it. A listed record becomes a member. The caller must hold the DID's
 * lock.
 * @param by the ids of the cause, such as a credential's id
 */
export async function transferOwnership(
  ctx: Context,
  tx: Transaction,
  did: string,
  by: Record<string, unknown>,
): Promise<void> {
  const row = await lockAssessed(tx, did);
  const at = ctx.clock();
  const actor = actorName(ctx.caller);
  if (row) await endListing(tx, row, { actor, reason: "Its maker claimed it.", because: { kind: "claimed" }, at });
  await tx.update(agents).set({ ownerKind: "agent", organisation: null }).where(eq(agents.did, did));
  await appendWithin(tx, COUNCIL_LOG, { kind: "agent.handed_over", actor, subject: did, details: by }, at);
}
