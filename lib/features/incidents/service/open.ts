import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray } from "drizzle-orm";
import { authorizeNamed } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { lockText } from "@/lib/database/locks";
import type { Transaction } from "@/lib/database/open";
import { storedNames } from "@/lib/database/public-actor";
import { agents } from "@/lib/database/schema/agents";
import { incidentAgents, incidents } from "@/lib/database/schema/incidents";
import { tellOwners } from "@/lib/features/access/service/tell-owners";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { type LockedAgent, lockAgents } from "@/lib/features/trust/service/events";
import { conflict } from "@/lib/foundation/errors";
import { actorName, actsAsOperator } from "@/lib/identity/permissions";
import { type Incident, MAX_UNSETTLED, type OpenIncident } from "../schema";
import { viewIncident } from "../view/incident";
import { readIncidentRows } from "./read";
import { recordStep } from "./record";
import { applyTrustImpact } from "./trust-impact";

/** Returns the organisation to which a report is counted, or null if its reporter has none. */
async function organisationOf({ caller }: Context, tx: Transaction, reporter: string): Promise<string | null> {
  if (caller.kind === "provider") return caller.organisation;
  if (!reporter.startsWith("did:")) return null;
  const [agent] = await tx.select({ organisation: agents.organisation }).from(agents).where(eq(agents.did, reporter));
  return agent?.organisation ?? null;
}

/**
 * Limits the reports of one party that wait for operators. An organisation counts as one party, and so does an agent
 * without one.
 */
async function assertBelowLimit(tx: Transaction, reporter: string, organisation: string | null): Promise<void> {
  const theirs =
    organisation === null ? eq(incidents.reporter, reporter) : eq(incidents.reporterOrganisation, organisation);
  const unsettled = and(theirs, inArray(incidents.status, ["OPEN", "FROZEN"]));
  if ((await tx.$count(incidents, unsettled)) >= MAX_UNSETTLED) {
    throw conflict(
      `${MAX_UNSETTLED} incidents that ${organisation ?? reporter} reported are waiting for an operator. Open another after one of them is resolved.`,
    );
  }
}

/** An incident to open, and additional data for the first step of its timeline. */
interface Opening extends OpenIncident {
  reporter: string;
  note?: string;
}

/**
 * Opens an incident and logs it. An incident of an operator counts at once against the agents it names, in the same
 * transaction. Any other counts after it is confirmed. The agents may join later; then it counts from their joining on.
 * @throws ServiceError `conflict` if the idempotency key already belongs to another incident, or too many incidents of
 * the reporter's organisation are waiting
 */
export async function openIncident(ctx: Context, input: OpenIncident): Promise<Incident> {
  const reporter = await authorizeNamed(ctx, "incident.open", input.reporter);
  const { incident, named } = await ctx.db.transaction((tx) => openWithin(ctx, tx, { ...input, reporter }));
  await tellOwners(ctx, { record: incidentRecord(incident.id), named });
  return incident;
}

/**
 * Does the same inside the caller's transaction. The caller's permission must have been checked, and tells the owners.
 * @returns also the agents that it names, unless the request is repeated
 * @throws ServiceError `conflict`
 */
export async function openWithin(
  ctx: Context,
  tx: Transaction,
  input: Opening,
): Promise<{ incident: Incident; named: LockedAgent[] }> {
  const byOperator = actsAsOperator(ctx.caller, "incident.confirm");
  const { title, severity, incident_type: incidentType, description, trace_id: traceId, affected } = input;
  const { reporter } = input;
  const reporterOrganisation = await organisationOf(ctx, tx, reporter);
  await lockText(tx, "reporters", reporterOrganisation ?? reporter);
  const before = await repeated(tx, input);
  if (before) return { incident: before, named: [] };
  if (!byOperator) await assertBelowLimit(tx, reporter, reporterOrganisation);
  const at = ctx.clock();
  const [row] = await tx
    .insert(incidents)
    .values({
      ...{ title, severity, incidentType, description, traceId, reporter, reporterOrganisation },
      status: "OPEN",
      idempotencyKey: input.idempotency_key ?? null,
      ...(byOperator ? { confirmedAt: at, confirmedBy: actorName(ctx.caller) } : {}),
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  if (!row) throw new Error("the insert returned no incident");
  // The incident's row first, then its agents': a transition locks them in this order, too.
  const named = await lockAgents(tx, affected);
  if (affected.length > 0) {
    await tx.insert(incidentAgents).values(affected.map((did) => ({ incidentId: row.id, did })));
  }
  const details = { title, severity, incident_type: incidentType, description, trace_id: traceId, affected };
  const seq = await recordStep(tx, {
    incidentId: row.id,
    kind: "opened",
    actor: reporter,
    note: input.note ?? "",
    at,
    incident: row,
    named: affected,
    details,
  });
  if (byOperator) {
    const reason = `Incident ${row.id} (${severity}) names it.`;
    await applyTrustImpact(tx, affected, { incident: row.id, critical: severity === "CRITICAL", reason, seq, at });
  }
  return { incident: viewIncident(await readIncidentRows(tx, row.id)), named };
}

/** Returns the incident that is stored for a key, if the request is the same as the one that stored it. */
async function repeated(tx: Transaction, input: Opening): Promise<Incident | null> {
  if (input.idempotency_key === undefined) return null;
  const names = await storedNames(tx, input.reporter);
  const [found] = await tx
    .select({ id: incidents.id })
    .from(incidents)
    .where(and(inArray(incidents.reporter, names), eq(incidents.idempotencyKey, input.idempotency_key)));
  if (!found) return null;
  const rows = await readIncidentRows(tx, found.id);
  const { title, severity, incidentType, description, traceId } = rows.row;
  const dids = rows.affected.map(({ did }) => did).sort();
  const given = [input.title, input.severity, input.incident_type, input.description, input.trace_id, input.affected];
  if (!isDeepStrictEqual([title, severity, incidentType, description, traceId, dids], given)) {
    throw conflict("This idempotency key was already used for another incident.");
  }
  return viewIncident(rows);
}
