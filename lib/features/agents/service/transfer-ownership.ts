import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { dropFirst } from "@/lib/authority/second-operator";
import type { Transaction } from "@/lib/database/open";
import { agents, agentVersions } from "@/lib/database/schema/agents";
import { endListing } from "@/lib/features/trust/service/end-listing";
import { lockAssessed } from "@/lib/features/trust/service/events";
import { actorName } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";

/**
 * Makes the agent the owner of its record and logs it. A listed record becomes a member. What former owners wrote is in no
 * version, also not once it is replaced. The caller must hold the DID's lock.
 * @param cause the act of the application or the credential has its id. This one is public, so it has none
 */
export async function transferOwnership(
  ctx: Context,
  tx: Transaction,
  did: string,
  cause: { by: "application" | "credential"; revoked?: number },
): Promise<void> {
  const row = await lockAssessed(tx, did);
  const at = ctx.clock();
  const actor = actorName(ctx.caller);
  if (row) await endListing(tx, row, { actor, reason: "Its maker claimed it.", because: { kind: "claimed" }, at });
  await dropFirst(tx, did);
  const unversioned = sql`array(
    select key from jsonb_each(agent_stated(agents)) where value not in ('""', '[]', '{}', 'null', 'false'))`;
  await tx.update(agents).set({ ownerKind: "agent", organisation: null, unversioned }).where(eq(agents.did, did));
  await tx.delete(agentVersions).where(eq(agentVersions.did, did));
  await appendWithin(tx, COUNCIL_LOG, { kind: "agent.handed_over", actor, subject: did, details: cause }, at);
}
