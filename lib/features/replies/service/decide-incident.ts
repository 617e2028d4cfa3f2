import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { type IncidentRow, incidents } from "@/lib/database/schema/incidents";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { readDisputes } from "@/lib/features/disputes/service/read";
import { assertDisputed, settleDispute } from "@/lib/features/disputes/service/settle";
import { assertOwnWordsAbout } from "@/lib/features/incidents/reports/service/own-words";
import type { Incident, StepParams } from "@/lib/features/incidents/schema";
import { idOf, readIncidentRows } from "@/lib/features/incidents/service/read";
import { strikeWithin } from "@/lib/features/incidents/service/strike";
import { transitionWithin } from "@/lib/features/incidents/service/transition";
import { listUnstruckAgents, revertTrustImpact } from "@/lib/features/incidents/service/trust-impact";
import { viewIncident } from "@/lib/features/incidents/view/incident";
import { lockAgents } from "@/lib/features/trust/service/events";
import { notFound } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import type { DecideIncident } from "../schema";

/**
 * Decides about the reply to an incident, and logs the decision. Before the export, `amended` removes the agent and
 * `withdrawn` resolves the incident as unfounded. A sealed record stays as it is, and the decision ends its weight beside it.
 * The incident's row is locked first, so one of several operators decides.
 * @throws ServiceError the errors of `assertOwnWordsAbout`; `notFound`; `conflict` if the owner has not replied, or there is
 * a decision
 */
export async function decideIncident(
  ctx: Context,
  { did, decision, reason, reporter_agreed = false, ...params }: DecideIncident & StepParams,
): Promise<Incident> {
  authorize(ctx.caller, "reply.decide");
  const id = idOf(params);
  return ctx.db.transaction(async (tx) => {
    const [incident] = await tx.select().from(incidents).where(eq(incidents.id, id)).for("update");
    if (!incident) throw notFound();
    await assertDisputed({ ...ctx, db: tx }, incidentRecord(id), did);
    const step = { ...params, note: reason, reporter_agreed };
    if (decision === "amended" && incident.status !== "EXPORTED") return strikeWithin(ctx, tx, { ...step, did });
    if (decision === "withdrawn" && (incident.status === "OPEN" || incident.status === "FROZEN")) {
      return transitionWithin(ctx, tx, { ...step, status: "RESOLVED", unfounded: true });
    }
    await assertOwnWordsAbout(ctx, tx, id, { texts: { reason }, reporterAgreed: reporter_agreed });
    await decideBeside(ctx, tx, incident, { did, decision, reason });
    return viewIncident(await readIncidentRows(tx, id));
  });
}

/** Records a decision that changes no step of the incident. */
async function decideBeside(ctx: Context, tx: Transaction, { id, status }: IncidentRow, given: DecideIncident) {
  const { did, decision, reason } = given;
  const record = incidentRecord(id);
  const at = ctx.clock();
  const isWithdrawn = decision === "withdrawn";
  const freed = isWithdrawn ? await listUnstruckAgents(tx, id) : [did];
  await lockAgents(tx, freed);
  if (isWithdrawn && status === "RESOLVED") {
    await tx.update(incidents).set({ unfounded: true, updatedAt: at }).where(eq(incidents.id, id));
  }
  const settlement = { record, decision, reason, actor: actorName(ctx.caller), at };
  const seq = await settleDispute(tx, { ...settlement, did });
  const acts = new Map<string, number>();
  for (const one of await listUndecided(tx, record, freed)) {
    acts.set(one, await settleDispute(tx, { ...settlement, did: one }));
  }
  if (decision === "upheld") return;
  // An earlier decision is final, but this one frees its agent, too.
  const because = `Incident ${id} was disputed, and an operator decided: ${decision}.`;
  for (const one of freed) {
    await revertTrustImpact(tx, [one], { incident: id, reason: because, seq: acts.get(one) ?? seq, at });
  }
}

/** Returns those of some agents about which nobody has decided, also those without a reply. */
async function listUndecided(tx: Transaction, record: string, dids: readonly string[]): Promise<string[]> {
  const disputes = await readDisputes(tx, record);
  const decided = new Set(disputes.flatMap(({ did, decision }) => (decision ? [did] : [])));
  return dids.filter((did) => !decided.has(did));
}
