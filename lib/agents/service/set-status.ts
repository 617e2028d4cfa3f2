import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { conflict, notFound } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permit } from "@/lib/permissions";
import { lockAssessed } from "@/lib/trust/service/events";
import { matchesNothing } from "../rules";
import type { AgentProfile, SetStatus } from "../schema";
import { viewProfile } from "../view";

const BEFORE = { suspended: "active", active: "suspended" } as const;

/**
 * Suspends an active agent, or reinstates a suspended one, and puts that on record. While it is suspended it stores
 * nothing, nothing is routed to it, it is not verified, and its profile says why; its score and its tier stay.
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
    if (row.status !== BEFORE[status]) {
      throw conflict(`Only an agent that is ${BEFORE[status]} can be; this one is ${row.status}.`);
    }
    const kind = status === "suspended" ? "suspended" : "reinstated";
    const act = { kind: `agent.${kind}`, actor: actorName(ctx.caller), subject: did, details: { reason } };
    const { seq, created_at: since } = await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
    const changed = { status, assessedAt: new Date(since), assessedBecause: { kind, seq } } as const;
    await tx.update(agents).set(changed).where(eq(agents.did, did));
    return viewProfile({ ...row, ...changed }, status === "suspended" ? { since, reason, seq } : undefined);
  });
}
