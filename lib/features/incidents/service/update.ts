import { and, eq, ne } from "drizzle-orm";
import { authorizeNamed } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { type IncidentRow, incidentEvents, incidents } from "@/lib/database/schema/incidents";
import { assertOwnWordsAbout } from "@/lib/features/incidents/reports/service/own-words";
import { conflict, forbidden, invalid } from "@/lib/foundation/errors";
import { actsAsOperator, isOperator } from "@/lib/identity/permissions";
import { type Incident, MAX_UPDATES, type StepParams, type UpdateIncident } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";
import { listUnstruckAgents } from "./trust-impact";

/** Throws if the author has no part in the incident or has posted too often. */
async function assertMayPost(tx: Transaction, incident: IncidentRow, author: string): Promise<void> {
  if (author !== incident.reporter && author !== incident.confirmedBy) {
    throw forbidden("Only an operator, the reporter, or the agent that confirmed the incident can post an update.");
  }
  const own = and(
    eq(incidentEvents.incidentId, incident.id),
    eq(incidentEvents.kind, "updated"),
    eq(incidentEvents.actor, author),
  );
  if ((await tx.$count(incidentEvents, own)) >= MAX_UPDATES) {
    throw conflict(
      `${author} has posted ${MAX_UPDATES} updates on this incident, which is the maximum. An operator can post more.`,
    );
  }
}

/**
 * Posts an update on an incident, whose status stays, and logs it. The incident's row is locked first, so that
 * concurrent updates are counted correctly.
 * @throws ServiceError the errors of `assertOwnWordsAbout`; `notFound`; `forbidden` if the author has no part in it; `conflict` if the incident is sealed,
 * or the author has posted too often
 */
export async function updateIncident(
  ctx: Context,
  { note, author: named, reporter_agreed: reporterAgreed, ...params }: UpdateIncident & StepParams,
): Promise<Incident> {
  const byOperator = actsAsOperator(ctx.caller, "incident.update");
  if (isOperator(ctx.caller) && named !== undefined) {
    throw invalid("`author` must be absent, because an operator does not speak in an agent's name.", {
      field: "author",
    });
  }
  const author = await authorizeNamed(ctx, "incident.update", named);
  const id = idOf(params);
  return ctx.db.transaction(async (tx) => {
    const at = ctx.clock();
    const [row] = await tx
      .update(incidents)
      .set({ updatedAt: at })
      .where(and(eq(incidents.id, id), ne(incidents.status, "EXPORTED")))
      .returning();
    if (!row) {
      await readIncidentRows(tx, id);
      throw conflict("This incident is EXPORTED and sealed.");
    }
    if (!byOperator) await assertMayPost(tx, row, author);
    await assertOwnWordsAbout(ctx, tx, id, { texts: { note }, reporterAgreed });
    const step = { incidentId: id, kind: "updated", actor: author, note, at } as const;
    await recordStep(tx, { ...step, incident: row, named: await listUnstruckAgents(tx, id), details: {} });
    return viewIncident(await readIncidentRows(tx, id));
  });
}
