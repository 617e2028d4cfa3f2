import { and, eq, isNull, ne } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { incidentAgents, incidents } from "@/lib/database/schema/incidents";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { settleDisputes } from "@/lib/features/disputes/service/settle";
import { assertOwnWordsAbout } from "@/lib/features/incidents/reports/service/own-words";
import { lockAgents } from "@/lib/features/trust/service/events";
import { conflict, notFound } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import type { Incident, StepParams, StrikeAgent } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";
import { listUnstruckAgents, revertTrustImpact } from "./trust-impact";

/**
 * Removes an agent from an incident, so that it no longer counts against the agent, and logs it. If the agent's owner replied,
 * this decides on the reply.
 * @throws ServiceError the errors of `assertOwnWordsAbout`; `notFound`; `conflict` if the incident is sealed, or no longer names the agent
 */
export async function strikeAgent(ctx: Context, input: StrikeAgent & StepParams): Promise<Incident> {
  authorize(ctx.caller, "incident.transition");
  return ctx.db.transaction((tx) => strikeWithin(ctx, tx, input));
}

/** Does the same inside the caller's transaction. The caller's permission must have been checked. */
export async function strikeWithin(
  ctx: Context,
  tx: Transaction,
  { did, note, reporter_agreed: reporterAgreed, ...params }: StrikeAgent & StepParams,
): Promise<Incident> {
  const id = idOf(params);
  const actor = actorName(ctx.caller);
  const at = ctx.clock();
  const [open] = await tx
    .update(incidents)
    .set({ updatedAt: at })
    .where(and(eq(incidents.id, id), ne(incidents.status, "EXPORTED")))
    .returning();
  if (!open) {
    await readIncidentRows(tx, id);
    throw conflict("This incident is EXPORTED and sealed.");
  }
  await assertOwnWordsAbout(ctx, tx, id, { texts: { note }, reporterAgreed });
  const [struck] = await tx
    .update(incidentAgents)
    .set({ struckAt: at, struckBy: actor, struckFor: note })
    .where(and(eq(incidentAgents.incidentId, id), eq(incidentAgents.did, did), isNull(incidentAgents.struckAt)))
    .returning({ did: incidentAgents.did });
  if (!struck) {
    const { affected } = await readIncidentRows(tx, id);
    if (affected.some((agent) => agent.did === did)) throw conflict("This agent is already removed.");
    throw notFound("This incident does not name that agent.");
  }
  await lockAgents(tx, [did]);
  const named = await listUnstruckAgents(tx, id);
  const step = { incidentId: id, kind: "agent_struck", actor, note, did, at } as const;
  const decision = { record: incidentRecord(id), decision: "amended", reason: note, actor, at } as const;
  await settleDisputes(tx, [did], decision);
  const seq = await recordStep(tx, { ...step, incident: open, named, details: {} });
  await revertTrustImpact(tx, [did], { incident: id, reason: `It was removed from incident ${id}.`, seq, at });
  return viewIncident(await readIncidentRows(tx, id));
}
