import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isOffered, statusInUse } from "@/lib/database/offered";
import { agents } from "@/lib/database/schema/agents";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import { lockAssessed } from "@/lib/features/trust/service/events";
import { conflict, found } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { AgentProfile, SetStatus } from "../schema";
import { profileOf } from "./read";

/**
 * Suspends an active or withdrawn agent or a listed record, or reinstates a suspended one to its former status, and logs it. A suspended
 * agent cannot store anything, gets no routed requests, is not verified, and its profile says why. Its score and tier
 * stay.
 * @throws ServiceError `notFound`; `conflict` if the agent has another status
 */
export async function setStatus(
  ctx: Context,
  { did, status, reason }: SetStatus & { did: string },
): Promise<AgentProfile> {
  authorize(ctx.caller, "agent.suspend");
  return ctx.db.transaction(async (tx) => {
    const row = found(await lockAssessed(tx, did));
    const suspends = status === "suspended";
    if (suspends ? !isOffered(row) && row.status !== "withdrawn" : row.status !== "suspended") {
      throw conflict(`The agent must be ${suspends ? "active or withdrawn" : "suspended"}. It is ${row.status}.`);
    }
    const kind = suspends ? "suspended" : "reinstated";
    const restored = row.withdrawnAt === null ? statusInUse(row) : "withdrawn";
    const now = { ...row, status: suspends ? status : restored };
    await recordAgentChange(tx, `agent.${kind}`, did, { ...agentFields(now), reason });
    const act = { kind: `agent.${kind}`, actor: actorName(ctx.caller), subject: did, details: { reason } };
    const { seq, created_at: since } = await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
    const changed = {
      status: now.status,
      assessedAt: new Date(since),
      assessedBecause: { kind, seq },
    } as const;
    await tx.update(agents).set(changed).where(eq(agents.did, did));
    return profileOf(tx, { ...row, ...changed }, ctx.clock());
  });
}
