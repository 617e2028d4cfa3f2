import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { incidents } from "@/lib/db/schema/incidents";
import { conflict, invalid, notFound } from "@/lib/errors";
import { actorName, permit } from "@/lib/permissions";
import { lockAgents } from "@/lib/trust/service/events";
import { ARRIVALS, faultInTransition, leadingTo } from "../rules/incident";
import type { Incident, IncidentParams, IncidentStatus, TransitionIncident } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";
import { sealIncident } from "./seal";
import { unstruckAgents, unweighIncident } from "./weigh";

/** Why nothing moved: there is no such incident, or it stands where no way leads on. */
async function refusal(tx: Transaction, id: number, to: IncidentStatus): Promise<Error> {
  const [row] = await tx.select({ status: incidents.status }).from(incidents).where(eq(incidents.id, id));
  return row ? conflict(faultInTransition(row.status, to)) : notFound();
}

/**
 * Moves an incident on and puts that on record. The conditional update settles two at once: one moves it, the other
 * meets where it then stands.
 * @throws ServiceError `notFound`; `conflict` with the moves that there are; `frozen` where an export meets frozen memory
 */
export async function transitionIncident(
  ctx: Context,
  { status, note, unfounded, ...params }: TransitionIncident & IncidentParams,
): Promise<Incident> {
  permit(ctx.caller, "incident.transition");
  if (unfounded && status !== "RESOLVED") throw invalid("`unfounded` goes with RESOLVED only.", { field: "unfounded" });
  const id = idOf(params);
  const actor = actorName(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const at = ctx.clock();
    const [row] = await tx
      .update(incidents)
      .set({ status, updatedAt: at, ...(status === "RESOLVED" ? { resolvedAt: at, unfounded } : {}) })
      .where(and(eq(incidents.id, id), inArray(incidents.status, leadingTo(status))))
      .returning();
    if (!row) throw await refusal(tx, id, status);
    const step = { incidentId: id, kind: ARRIVALS[status], actor, note, at };
    const sealed = status === "EXPORTED" ? await sealIncident(tx, id, { at, by: actor, note }) : {};
    const freed = unfounded ? await unstruckAgents(tx, id) : [];
    await lockAgents(tx, freed);
    const seq = await recordStep(tx, { ...step, details: { ...sealed, ...(unfounded ? { unfounded } : {}) } });
    await unweighIncident(tx, freed, { incident: id, reason: `Incident ${id} was found to be unfounded.`, seq, at });
    return viewIncident(await readIncidentRows(tx, id));
  });
}
