import { and, eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { incidents } from "@/lib/database/schema/incidents";
import { assertOwnWordsAbout } from "@/lib/features/incidents/reports/service/own-words";
import { conflict } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import type { Incident, StepParams, WritePostmortem } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";
import { listUnstruckAgents } from "./trust-impact";

/**
 * Publishes the postmortem of a resolved incident, or its next version, and logs it. The export seals the timeline with
 * every version.
 * @throws ServiceError the errors of `assertOwnWordsAbout`; `notFound`; `conflict` if the incident is not RESOLVED, or its postmortem has the same text
 * already
 */
export async function writePostmortem(
  ctx: Context,
  { text, reporter_agreed: reporterAgreed, ...params }: WritePostmortem & StepParams,
): Promise<Incident> {
  authorize(ctx.caller, "incident.transition");
  const id = idOf(params);
  return ctx.db.transaction(async (tx) => {
    const at = ctx.clock();
    const [resolved] = await tx
      .update(incidents)
      .set({ updatedAt: at })
      .where(and(eq(incidents.id, id), eq(incidents.status, "RESOLVED")))
      .returning();
    const before = viewIncident(await readIncidentRows(tx, id));
    if (!resolved) {
      const why = before.status === "EXPORTED" ? "it is sealed" : "a postmortem requires RESOLVED";
      throw conflict(`The incident is ${before.status}: ${why}.`);
    }
    if (before.postmortem?.text === text) throw conflict("The postmortem already has this text.");
    await assertOwnWordsAbout(ctx, tx, id, { texts: { text }, reporterAgreed });
    await recordStep(tx, {
      incidentId: id,
      kind: "postmortem",
      actor: actorName(ctx.caller),
      note: text,
      at,
      incident: resolved,
      named: await listUnstruckAgents(tx, id),
      details: {},
    });
    return viewIncident(await readIncidentRows(tx, id));
  });
}
