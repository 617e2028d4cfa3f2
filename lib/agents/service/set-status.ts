import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { conflict, notFound } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permit } from "@/lib/permissions";
import { lockAssessed } from "@/lib/trust/service/events";
import { matchesNothing } from "../rules";
import type { AgentProfile, SetStatus } from "../schema";
import { profileOf } from "./read";

const BEFORE = { suspended: ["active", "withdrawn"], active: ["suspended"] };

/**
 * Suspends an active or withdrawn agent, or reinstates a suspended one to the status that it had, and puts that on record.
 * While it is suspended it stores nothing, nothing is routed to it, it is not verified, and its profile says why; its score
 * and its tier stay.
 * @throws ServiceError `notFound`; `conflict` where the agent's status is another
 */
export async function setStatus(
  ctx: Context,
  { did, status, reason }: SetStatus & { did: string },
): Promise<AgentProfile> {
  permit(ctx.caller, "agent.suspend");
  if (matchesNothing(did)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    const row = await lockAssessed(tx, did);
    if (!row) throw notFound();
    if (!BEFORE[status].includes(row.status)) {
      throw conflict(`Only an agent that is ${BEFORE[status].join(" or ")} can be; this one is ${row.status}.`);
    }
    const kind = status === "suspended" ? "suspended" : "reinstated";
    const act = { kind: `agent.${kind}`, actor: actorName(ctx.caller), subject: did, details: { reason } };
    const { seq, created_at: since } = await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
    const restored = row.withdrawnAt === null ? "active" : "withdrawn";
    const changed = {
      status: status === "suspended" ? status : restored,
      assessedAt: new Date(since),
      assessedBecause: { kind, seq },
    } as const;
    await tx.update(agents).set(changed).where(eq(agents.did, did));
    return profileOf(tx, { ...row, ...changed });
  });
}
