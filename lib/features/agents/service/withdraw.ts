import { eq } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { isOffered, statusInUse } from "@/lib/database/offered";
import { agents } from "@/lib/database/schema/agents";
import { sourceRecords } from "@/lib/database/schema/sources";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import { lockAssessed } from "@/lib/features/trust/service/events";
import { conflict, found } from "@/lib/foundation/errors";
import { actorName, authorizeLocked } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { WithdrawAgent } from "../owner-schema";
import type { AgentProfile } from "../schema";
import { resolveOwnership } from "./ownership";
import { profileOf } from "./read";

/**
 * Withdraws an active agent or a listed record, or brings a withdrawn one back as what it was, and logs it. A withdrawn
 * agent keeps its address and its standing. It gets no routed requests, is listed only on request, and cannot store
 * anything.
 * @param options `copy`: a followed source asks for it, which may do so only for records that it may write
 * @throws ServiceError `notFound`; `didMismatch` if another owner has it; `suspended`; `conflict` if it has another
 * status
 */
export async function withdrawAgent(
  ctx: Context,
  { did, withdrawn, reason }: WithdrawAgent & { did: string },
  { copy }: { copy?: { asMember: boolean } } = {},
): Promise<AgentProfile> {
  await authorizeActor(ctx, "agent.withdraw", did);
  return ctx.db.transaction(async (tx) => {
    await resolveOwnership(ctx, tx, did, copy ? { for: "copy", isFollowed: true, ...copy } : { for: "record" });
    const row = found(await lockAssessed(tx, did));
    authorizeLocked(ctx.caller, "agent.withdraw", row);
    if (withdrawn ? !isOffered(row) : row.status !== "withdrawn") {
      const [before, step] = withdrawn ? ["active", "be withdrawn"] : ["withdrawn", "come back"];
      throw conflict(`Only an agent that is ${before} can ${step}. This one is ${row.status}.`);
    }
    const changed = withdrawn
      ? ({ status: "withdrawn", withdrawnAt: ctx.clock() } as const)
      : { status: statusInUse(row), withdrawnAt: null };
    const revision = row.revision + 1;
    await tx
      .update(agents)
      .set({ ...changed, revision })
      .where(eq(agents.did, did));
    // A followed source restores only what it withdrew itself.
    if (withdrawn && !copy) await tx.update(sourceRecords).set({ goneAt: null }).where(eq(sourceRecords.did, did));
    const kind = withdrawn ? "agent.withdrawn" : "agent.returned";
    const details = { revision, ...(reason === "" ? {} : { reason }) };
    const said = { ...agentFields({ ...row, ...changed }), ...details };
    await recordAgentChange(tx, kind, did, said);
    await appendWithin(tx, COUNCIL_LOG, { kind, actor: actorName(ctx.caller), subject: did, details }, ctx.clock());
    return profileOf(tx, { ...row, ...changed, revision }, ctx.clock());
  });
}
