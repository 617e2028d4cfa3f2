import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { tellEarlier } from "@/lib/authority/earlier";
import type { Transaction } from "@/lib/database/open";
import { incidents } from "@/lib/database/schema/incidents";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { settleDisputes } from "@/lib/features/disputes/service/settle";
import { assertOwnWordsAbout } from "@/lib/features/incidents/reports/service/own-words";
import { lockAgents } from "@/lib/features/trust/service/events";
import { conflict, invalid, type ServiceError } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import { faultInTransition, STEP_OF_STATUS, statusesBefore } from "../rules/incident";
import type { Incident, IncidentStatus, StepParams, TransitionIncident } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";
import { sealIncident } from "./seal";
import { listUnstruckAgents, revertTrustImpact } from "./trust-impact";

/** Returns why the incident's status does not allow the move, and who set it. @throws ServiceError `notFound` */
async function transitionError(
  { caller }: Context,
  tx: Transaction,
  id: number,
  to: IncidentStatus,
): Promise<ServiceError> {
  const { row, events } = await readIncidentRows(tx, id);
  const step = events.findLast(({ kind }) => kind === STEP_OF_STATUS[row.status]);
  const earlier = step && (await tellEarlier({ db: tx, caller }, { ...step, did: `${step.kind} it` }));
  return conflict([faultInTransition(row.status, to), earlier ?? []].flat().join(" "));
}

/**
 * Moves an incident to another status and logs it. A conditional update decides between concurrent requests: one
 * succeeds, the other gets an error about the new status. An unfounded incident decides on the replies to it.
 * @throws ServiceError the errors of `assertOwnWordsAbout`; `notFound`; `conflict` with the possible moves; `frozen` for an export while memory is frozen
 */
export async function transitionIncident(ctx: Context, input: TransitionIncident & StepParams): Promise<Incident> {
  authorize(ctx.caller, "incident.transition");
  return ctx.db.transaction((tx) => transitionWithin(ctx, tx, input));
}

/** Does the same inside the caller's transaction. The caller's permission must have been checked. */
export async function transitionWithin(
  ctx: Context,
  tx: Transaction,
  { status, note, unfounded, reporter_agreed: reporterAgreed, ...params }: TransitionIncident & StepParams,
): Promise<Incident> {
  if (unfounded && status !== "RESOLVED")
    throw invalid("`unfounded` is allowed only with RESOLVED.", { field: "unfounded" });
  const id = idOf(params);
  const actor = actorName(ctx.caller);
  const at = ctx.clock();
  const [row] = await tx
    .update(incidents)
    .set({ status, updatedAt: at, ...(status === "RESOLVED" ? { resolvedAt: at, unfounded } : {}) })
    .where(and(eq(incidents.id, id), inArray(incidents.status, statusesBefore(status))))
    .returning();
  if (!row) throw await transitionError(ctx, tx, id, status);
  await assertOwnWordsAbout(ctx, tx, id, { texts: { note }, reporterAgreed });
  const step = { incidentId: id, kind: STEP_OF_STATUS[status], actor, note, at };
  const sealed = status === "EXPORTED" ? await sealIncident(tx, id, { at, by: actor, note }) : {};
  const named = await listUnstruckAgents(tx, id);
  const freed = unfounded ? named : [];
  await lockAgents(tx, freed);
  const decision = { record: incidentRecord(id), decision: "withdrawn", reason: note, actor, at } as const;
  await settleDisputes(tx, freed, decision);
  const details = { ...sealed, ...(unfounded ? { unfounded } : {}) };
  const seq = await recordStep(tx, { ...step, incident: row, named, details });
  await revertTrustImpact(tx, freed, { incident: id, reason: `Incident ${id} was found to be unfounded.`, seq, at });
  return viewIncident(await readIncidentRows(tx, id));
}
