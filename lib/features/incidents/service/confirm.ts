import { and, eq, isNull, ne } from "drizzle-orm";
import { authorizeNamed } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { tellEarlier } from "@/lib/authority/earlier";
import type { Transaction } from "@/lib/database/open";
import { storedNames } from "@/lib/database/public-actor";
import { agents } from "@/lib/database/schema/agents";
import { type IncidentRow, incidentAgents, incidents } from "@/lib/database/schema/incidents";
import { assertOwnWordsAbout } from "@/lib/features/incidents/reports/service/own-words";
import { lockAgents } from "@/lib/features/trust/service/events";
import { conflict, forbidden, invalid, type ServiceError } from "@/lib/foundation/errors";
import { authorizeLocked, isOperator } from "@/lib/identity/permissions";
import type { ConfirmIncident, Incident, StepParams } from "../schema";
import { viewIncident } from "../view/incident";
import { idOf, readIncidentRows } from "./read";
import { recordStep } from "./record";
import { applyTrustImpact, listUnstruckAgents } from "./trust-impact";

/**
 * Returns the confirmer. One agent is responsible for a confirmation, so an organisation must name it. An operator
 * names none.
 */
async function confirmerOf(ctx: Context, named: string | undefined): Promise<string> {
  const about = { field: "confirmer" };
  if (ctx.caller.kind === "provider" && named === undefined) {
    throw invalid("`confirmer` is required with an organisation's token. Name the agent that confirms.", about);
  }
  if (isOperator(ctx.caller) && named !== undefined) {
    throw invalid("`confirmer` must be absent, because an operator does not confirm in an agent's name.", about);
  }
  return authorizeNamed(ctx, "incident.confirm", named);
}

/** Throws if the agent is not impartial: it reported the incident, shares the reporter's organisation, or is named. */
async function assertNotInvolved(tx: Transaction, incident: IncidentRow, confirmer: string): Promise<void> {
  if ((await storedNames(tx, confirmer)).includes(incident.reporter))
    throw forbidden("The reporter cannot confirm its own report.");
  const [agent] = await tx.select({ organisation: agents.organisation }).from(agents).where(eq(agents.did, confirmer));
  if (agent?.organisation && agent.organisation === incident.reporterOrganisation) {
    throw forbidden("An agent of the reporter's organisation cannot confirm the report.");
  }
  const naming = and(eq(incidentAgents.incidentId, incident.id), eq(incidentAgents.did, confirmer));
  if ((await tx.$count(incidentAgents, naming)) > 0)
    throw forbidden("An agent that the incident names cannot confirm it.");
}

async function confirmError({ caller }: Context, tx: Transaction, id: number): Promise<ServiceError> {
  const { row, events } = await readIncidentRows(tx, id);
  const tell = (kind: (typeof events)[number]["kind"], did: string) => {
    const step = events.findLast((event) => event.kind === kind);
    return step ? tellEarlier({ db: tx, caller }, { ...step, did }) : "";
  };
  if (row.confirmedAt) {
    return conflict(`This incident is already confirmed. ${await tell("confirmed", "confirmed it")}`);
  }
  if (!row.unfounded) return conflict("This incident is EXPORTED and sealed.");
  return conflict(`This incident was found to be unfounded. ${await tell("resolved", "resolved it")}`);
}

/**
 * Confirms an incident and logs it. From then on it counts in the scores of the agents that it names and, if critical,
 * in their tiers. A conditional update decides between concurrent requests.
 * @throws ServiceError the errors of `assertOwnWordsAbout`; `notFound`; `forbidden` if the confirmer is involved; `conflict` if the incident is confirmed,
 * unfounded or sealed
 */
export async function confirmIncident(
  ctx: Context,
  { note, confirmer: named, reporter_agreed: reporterAgreed, ...params }: ConfirmIncident & StepParams,
): Promise<Incident> {
  const confirmer = await confirmerOf(ctx, named);
  const id = idOf(params);
  return ctx.db.transaction(async (tx) => {
    const at = ctx.clock();
    const [row] = await tx
      .update(incidents)
      .set({ confirmedAt: at, confirmedBy: confirmer, updatedAt: at })
      .where(
        and(
          eq(incidents.id, id),
          isNull(incidents.confirmedAt),
          eq(incidents.unfounded, false),
          ne(incidents.status, "EXPORTED"),
        ),
      )
      .returning();
    if (!row) throw await confirmError(ctx, tx, id);
    await assertNotInvolved(tx, row, confirmer);
    await assertOwnWordsAbout(ctx, tx, id, { texts: { note }, reporterAgreed });
    const dids = await listUnstruckAgents(tx, id);
    const locked = await lockAgents(tx, [...dids, confirmer]);
    const own = locked.find(({ did }) => did === confirmer);
    if (own) authorizeLocked(ctx.caller, "incident.confirm", own);
    const step = { incidentId: id, kind: "confirmed", actor: confirmer, note, at } as const;
    const seq = await recordStep(tx, { ...step, incident: row, named: dids, details: {} });
    const reason = `Incident ${id} (${row.severity}), which names it, was confirmed.`;
    await applyTrustImpact(tx, dids, { incident: id, critical: row.severity === "CRITICAL", reason, seq, at });
    return viewIncident(await readIncidentRows(tx, id));
  });
}
