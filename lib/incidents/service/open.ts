import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { incidentAgents, incidents } from "@/lib/db/schema/incidents";
import { conflict, invalid } from "@/lib/errors";
import { actorName, permit } from "@/lib/permissions";
import { lockAgents } from "@/lib/trust/service/events";
import { permitActor } from "@/lib/trust/service/permit-actor";
import { type Incident, MAX_UNSETTLED, type OpenIncident } from "../schema";
import { viewIncident } from "../view/incident";
import { readIncidentRows } from "./read";
import { recordStep } from "./record";
import { weighIncident } from "./weigh";

/** In whose name is reported. @throws ServiceError where the caller may not, or an organisation names nobody */
async function reporterOf(ctx: Context, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    await permitActor(ctx, "incident.open", named);
    return named;
  }
  permit(ctx.caller, "incident.open");
  if (ctx.caller.kind === "provider") {
    throw invalid("An organisation's key names its reporting agent in `reporter`.");
  }
  return actorName(ctx.caller);
}

/** Bounds what agents may leave for operators to settle. The reporter's row is locked, so two at once are counted. */
async function refuseTooMany({ caller }: Context, tx: Transaction, reporter: string): Promise<void> {
  if (caller.kind === "operator" || caller.kind === "system") return;
  const unsettled = and(eq(incidents.reporter, reporter), inArray(incidents.status, ["OPEN", "FROZEN"]));
  if ((await tx.$count(incidents, unsettled)) > MAX_UNSETTLED) {
    throw conflict(
      `${MAX_UNSETTLED} incidents that ${reporter} reported await an operator: it can open another once one of them is resolved.`,
    );
  }
}

/**
 * Opens an incident, puts it on record, and lets it weigh on the agents it names, in one transaction. They need not have
 * joined yet: it then counts from their joining on.
 * @throws ServiceError `conflict` where the idempotency key already stands for another incident, or too many of the
 *   reporter's are unsettled
 */
export async function openIncident(ctx: Context, input: OpenIncident): Promise<Incident> {
  const reporter = await reporterOf(ctx, input.reporter);
  const { title, severity, incident_type: incidentType, description, trace_id: traceId, affected } = input;
  return ctx.db.transaction(async (tx) => {
    // Asked before it is tried: a number that the database has drawn is not given again, and the register would have gaps.
    const before = await repeated(tx, reporter, input);
    if (before) return before;
    const at = ctx.clock();
    const [row] = await tx
      .insert(incidents)
      .values({
        ...{ title, severity, incidentType, description, traceId, reporter },
        status: "OPEN",
        idempotencyKey: input.idempotency_key ?? null,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) {
      const twin = await repeated(tx, reporter, input);
      if (!twin) throw new Error("an incident vanished between insert and select");
      return twin;
    }
    // The incident's row first, then its agents': a transition takes them in this order, too.
    await lockAgents(tx, [...new Set([reporter, ...affected])]);
    await refuseTooMany(ctx, tx, reporter);
    if (affected.length > 0) {
      await tx.insert(incidentAgents).values(affected.map((did) => ({ incidentId: row.id, did })));
    }
    const details = { title, severity, incident_type: incidentType, description, trace_id: traceId, affected };
    const seq = await recordStep(tx, { incidentId: row.id, kind: "opened", actor: reporter, note: "", at, details });
    const reason = `Incident ${row.id} (${severity}) names it.`;
    await weighIncident(tx, affected, { incident: row.id, critical: severity === "CRITICAL", reason, seq, at });
    return viewIncident(await readIncidentRows(tx, row.id));
  });
}

/** The answer to a key that is already on record: the incident it stands for, as long as that was reported alike. */
async function repeated(tx: Transaction, reporter: string, input: OpenIncident): Promise<Incident | null> {
  if (input.idempotency_key === undefined) return null;
  const [found] = await tx
    .select({ id: incidents.id })
    .from(incidents)
    .where(and(eq(incidents.reporter, reporter), eq(incidents.idempotencyKey, input.idempotency_key)));
  if (!found) return null;
  const rows = await readIncidentRows(tx, found.id);
  const { title, severity, incidentType, description, traceId } = rows.row;
  const dids = rows.affected.map(({ did }) => did).sort();
  const given = [input.title, input.severity, input.incident_type, input.description, input.trace_id, input.affected];
  if (!isDeepStrictEqual([title, severity, incidentType, description, traceId, dids], given)) {
    throw conflict("This idempotency key already stands for another incident.");
  }
  return viewIncident(rows);
}
