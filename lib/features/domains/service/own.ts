import { and, asc, eq } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { agentDomains } from "@/lib/database/schema/domains";
import { lockAssessed, readAssessed } from "@/lib/features/trust/service/events";
import { conflict, found } from "@/lib/foundation/errors";
import { actorName, authorizeLocked } from "@/lib/identity/permissions";
import type { DomainList, OwnDomains, ProveDomain } from "../schema";
import { recordDomainAct } from "./store";

/**
 * Returns an agent's domains with the results of their last checks, for its owner and operators.
 * @throws ServiceError `notFound`, `didMismatch`
 */
export async function listOwnDomains(ctx: Context, { did }: { did: string }): Promise<OwnDomains> {
  await authorizeActor(ctx, "owner.read", did);
  found(await readAssessed(ctx.db, did));
  const rows = await ctx.db
    .select()
    .from(agentDomains)
    .where(eq(agentDomains.did, did))
    .orderBy(asc(agentDomains.provenAt), asc(agentDomains.host));
  return {
    did,
    domains: rows.map(({ host, method, provenAt, checkedAt, failedDays, problem }) => ({
      host,
      method,
      proven_at: provenAt.toISOString(),
      checked_at: checkedAt.toISOString(),
      failed_days: failedDays,
      ...(failedDays > 0 ? { problem } : {}),
    })),
  };
}

/**
 * Ends the proof of one host at its owner's request.
 * @throws ServiceError `notFound`; `conflict` if the agent has not proven this host
 */
export async function giveUpDomain(ctx: Context, { did, host }: ProveDomain & { did: string }): Promise<DomainList> {
  await authorizeActor(ctx, "agent.prove_domain", did);
  return ctx.db.transaction(async (tx) => {
    const row = found(await lockAssessed(tx, did));
    authorizeLocked(ctx.caller, "agent.prove_domain", row);
    const isThis = and(eq(agentDomains.did, did), eq(agentDomains.host, host));
    const [ended] = await tx.delete(agentDomains).where(isThis).returning();
    if (!ended) throw conflict(`The agent has not proven ${host}.`);
    const act = { kind: "domain.given_up", actor: actorName(ctx.caller), details: { host }, at: ctx.clock() } as const;
    return { did, domains: (await recordDomainAct(tx, row, act)).domains };
  });
}
