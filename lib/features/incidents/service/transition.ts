import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { incidents } from "@/lib/database/schema/incidents";
import { assertOwnWordsAbout } from "@/lib/features/incidents/reports/service/own-words";
import { lockAgents } from "@/lib/features/trust/service/events";
import { conflict, invalid, notFound } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import { faultInTransition, STEP_OF_STATUS, statusesBefore } from "../rules/incident";
import type { Incident, IncidentStatus, StepParams, TransitionIncident } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";
import { sealIncident } from "./seal";
import { listUnstruckAgents, revertTrustImpact } from "./trust-impact";

/** Returns the reason why nothing changed: there is no such incident, or its status does not allow the move. */
async function transitionError(tx: Transaction, id: number, to: IncidentStatus): Promise<Error> {
  const [row] = await tx.select({ status: incidents.status }).from(incidents).where(eq(incidents.id, id));
  return row ? conflict(faultInTransition(row.status, to)) : notFound();
}

/**
 * Moves an incident to another status and logs it. A conditional update decides between concurrent requests: one
 * succeeds, the other gets an error about the new status.
 * @throws ServiceError the errors of `assertOwnWordsAbout`; `notFound`; `conflict` with the possible moves; `frozen` for an export while memory is frozen
 */
export async function transitionIncident(
  ctx: Context,
  { status, note, unfounded, reporter_agreed: reporterAgreed, ...params }: TransitionIncident & StepParams,
): Promise<Incident> {
  authorize(ctx.caller, "incident.transition");
  if (unfounded && status !== "RESOLVED")
    throw invalid("`unfounded` is allowed only with RESOLVED.", { field: "unfounded" });
  const id = idOf(params);
  const actor = actorName(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const at = ctx.clock();
    const [row] = await tx
      .update(incidents)
      .set({ status, updatedAt: at, ...(status === "RESOLVED" ? { resolvedAt: at, unfounded } : {}) })
      .where(and(eq(incidents.id, id), inArray(incidents.status, statusesBefore(status))))
      .returning();
    if (!row) throw await transitionError(tx, id, status);
    await assertOwnWordsAbout(ctx, tx, id, { texts: { note }, reporterAgreed });
    const step = { incidentId: id, kind: STEP_OF_STATUS[status], actor, note, at };
    const sealed = status === "EXPORTED" ? await sealIncident(tx, id, { at, by: actor, note }) : {};
    const named = await listUnstruckAgents(tx, id);
    const freed = unfounded ? named : [];
    await lockAgents(tx, freed);
    const details = { ...sealed, ...(unfounded ? { unfounded } : {}) };
    const seq = await recordStep(tx, { ...step, incident: row, named, details });
    await revertTrustImpact(tx, freed, { incident: id, reason: `Incident ${id} was found to be unfounded.`, seq, at });
    return viewIncident(await readIncidentRows(tx, id));
  });
}
