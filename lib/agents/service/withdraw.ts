import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { conflict, notFound } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permitLocked } from "@/lib/permissions";
import { lockAssessed } from "@/lib/trust/service/events";
import { permitActor } from "@/lib/trust/service/permit-actor";
import type { WithdrawAgent } from "../owner-schema";
import { matchesNothing } from "../rules";
import type { AgentProfile } from "../schema";
import { settleOwnership } from "./ownership";
import { profileOf } from "./read";

/**
 * Withdraws an active agent, or brings a withdrawn one back, and puts that on record. A withdrawn agent keeps its address and
 * its standing. It is not routed to, not listed unless asked for, and stores nothing.
 * @param options `isFollowed`: a followed source asks for it, which may do so with the operators' records alone
 * @throws ServiceError `notFound`; `didMismatch` where it is another owner's; `suspended`; `conflict` where its status is
 *   another
 */
export async function withdrawAgent(
  ctx: Context,
  { did, withdrawn, reason }: WithdrawAgent & { did: string },
  { isFollowed = false } = {},
): Promise<AgentProfile> {
  await permitActor(ctx, "agent.withdraw", did);
  if (matchesNothing(did)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    await settleOwnership(ctx, tx, did, { for: isFollowed ? "source" : "record" });
    const row = await lockAssessed(tx, did);
    if (!row) throw notFound();
    permitLocked(ctx.caller, "agent.withdraw", row);
    const before = withdrawn ? "active" : "withdrawn";
    if (row.status !== before) {
      throw conflict(
        `Only an agent that is ${before} can ${withdrawn ? "be withdrawn" : "come back"}; this one is ${row.status}.`,
      );
    }
    const changed = withdrawn
      ? ({ status: "withdrawn", withdrawnAt: ctx.clock() } as const)
      : ({ status: "active", withdrawnAt: null } as const);
    const revision = row.revision + 1;
    await tx
      .update(agents)
      .set({ ...changed, revision })
      .where(eq(agents.did, did));
    const kind = withdrawn ? "agent.withdrawn" : "agent.returned";
    const details = { revision, ...(reason === "" ? {} : { reason }) };
    await appendWithin(tx, COUNCIL_LOG, { kind, actor: actorName(ctx.caller), subject: did, details }, ctx.clock());
    return profileOf(tx, { ...row, ...changed, revision });
  });
}
