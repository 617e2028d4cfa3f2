import { and, eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { conflict, notFound } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permit } from "@/lib/permissions";
import { assessedAgent } from "@/lib/trust/service/events";
import { matchesNothing } from "../rules";
import type { AgentProfile, SetStatus } from "../schema";
import { viewProfile } from "../view";

const BEFORE = { suspended: "active", active: "suspended" } as const;

/**
 * Suspends an active agent, or reinstates a suspended one, and puts that on record. While it is suspended nothing is
 * routed to it, and it is not verified; its score, its tier and its tokens stay.
 * @throws ServiceError `notFound`; `conflict` where the agent's status is another
 */
export async function setStatus(
  ctx: Context,
  { did, status, reason }: SetStatus & { did: string },
): Promise<AgentProfile> {
  permit(ctx.caller, "agent.suspend");
  if (matchesNothing(did)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(agents)
      .set({ status })
      .where(and(eq(agents.did, did), eq(agents.status, BEFORE[status])))
      .returning({ did: agents.did });
    const [row] = await tx.select(assessedAgent).from(agents).where(eq(agents.did, did));
    if (!row) throw notFound();
    if (!changed) throw conflict(`Only an agent that is ${BEFORE[status]} can be; this one is ${row.status}.`);
    const kind = status === "suspended" ? "agent.suspended" : "agent.reinstated";
    const act = { kind, actor: actorName(ctx.caller), subject: did, details: { reason } };
    await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
    return viewProfile(row);
  });
}
