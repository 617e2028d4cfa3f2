import { and, eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { incidents } from "@/lib/db/schema/incidents";
import { conflict } from "@/lib/errors";
import { actorName, permit } from "@/lib/permissions";
import type { Incident, IncidentParams, WritePostmortem } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";

/**
 * Publishes the postmortem of a resolved incident, or its next version, and puts that on record. The export seals the
 * timeline, and every version with it.
 * @throws ServiceError `notFound`; `conflict` where the incident is not RESOLVED, or its postmortem says the same already
 */
export async function writePostmortem(
  ctx: Context,
  { text, ...params }: WritePostmortem & IncidentParams,
): Promise<Incident> {
  permit(ctx.caller, "incident.transition");
  const id = idOf(params);
  return ctx.db.transaction(async (tx) => {
    const at = ctx.clock();
    const [resolved] = await tx
      .update(incidents)
      .set({ updatedAt: at })
      .where(and(eq(incidents.id, id), eq(incidents.status, "RESOLVED")))
      .returning({ id: incidents.id });
    const before = viewIncident(await readIncidentRows(tx, id));
    if (!resolved) {
      const why = before.status === "EXPORTED" ? "it is sealed" : "a postmortem is written once it is RESOLVED";
      throw conflict(`It is ${before.status}: ${why}.`);
    }
    if (before.postmortem?.text === text) throw conflict("The postmortem says this already.");
    await recordStep(tx, {
      incidentId: id,
      kind: "postmortem",
      actor: actorName(ctx.caller),
      note: text,
      at,
      details: {},
    });
    return viewIncident(await readIncidentRows(tx, id));
  });
}
