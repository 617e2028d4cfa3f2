import { and, eq, isNull, ne } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { incidentAgents, incidents } from "@/lib/db/schema/incidents";
import { conflict, notFound } from "@/lib/errors";
import { actorName, permit } from "@/lib/permissions";
import { lockAgents } from "@/lib/trust/service/events";
import type { Incident, IncidentParams, StrikeAgent } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";
import { unweighIncident } from "./weigh";

/**
 * Strikes an agent from an incident, so that it weighs on it no more, and puts that on record.
 * @throws ServiceError `notFound`; `conflict` where the incident is sealed, or does not name the agent any more
 */
export async function strikeAgent(
  ctx: Context,
  { did, note, ...params }: StrikeAgent & IncidentParams,
): Promise<Incident> {
  permit(ctx.caller, "incident.transition");
  const id = idOf(params);
  const actor = actorName(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const at = ctx.clock();
    const [open] = await tx
      .update(incidents)
      .set({ updatedAt: at })
      .where(and(eq(incidents.id, id), ne(incidents.status, "EXPORTED")))
      .returning({ id: incidents.id });
    if (!open) {
      await readIncidentRows(tx, id);
      throw conflict("It is EXPORTED: it is sealed.");
    }
    const [struck] = await tx
      .update(incidentAgents)
      .set({ struckAt: at, struckBy: actor, struckFor: note })
      .where(and(eq(incidentAgents.incidentId, id), eq(incidentAgents.did, did), isNull(incidentAgents.struckAt)))
      .returning({ did: incidentAgents.did });
    if (!struck) {
      const { affected } = await readIncidentRows(tx, id);
      if (affected.some((agent) => agent.did === did)) throw conflict("It is struck already.");
      throw notFound("This incident does not name that agent.");
    }
    await lockAgents(tx, [did]);
    const seq = await recordStep(tx, { incidentId: id, kind: "agent_struck", actor, note, did, at, details: {} });
    await unweighIncident(tx, [did], { incident: id, reason: `It was struck from incident ${id}.`, seq, at });
    return viewIncident(await readIncidentRows(tx, id));
  });
}
