import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { incidentAgents, incidentEvents, incidentExports, incidents } from "@/lib/database/schema/incidents";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { disputeStateOf, readDisputes } from "@/lib/features/disputes/service/read";
import { notFound } from "@/lib/foundation/errors";
import { incidentIdOf } from "../rules/incident";
import type { Incident, IncidentParams, IncidentStatus, Severity } from "../schema";
import { type IncidentRows, viewIncident } from "../view/incident";

/** Reads an incident's row. @throws ServiceError `notFound`, also for a text that cannot be an id */
export function idOf({ id }: IncidentParams): number {
  const number = incidentIdOf(id);
  if (number === null) throw notFound();
  return number;
}

export const listedIncident = {
  ...getTableColumns(incidents),
  dispute: disputeStateOf(sql`'incident:' || incidents.id`).as("dispute"),
};

/** Reads an incident with all related data. @throws ServiceError `notFound` */
export async function readIncidentRows(db: Reader, id: number): Promise<IncidentRows> {
  const [found] = await db
    .select({ row: incidents, sealed: incidentExports })
    .from(incidents)
    .leftJoin(incidentExports, eq(incidentExports.incidentId, incidents.id))
    .where(eq(incidents.id, id));
  if (!found) throw notFound();
  const affected = await db
    .select()
    .from(incidentAgents)
    .where(eq(incidentAgents.incidentId, id))
    .orderBy(incidentAgents.did);
  const events = await db
    .select()
    .from(incidentEvents)
    .where(eq(incidentEvents.incidentId, id))
    .orderBy(incidentEvents.seq);
  const disputes = await readDisputes(db, incidentRecord(id));
  return { row: found.row, sealed: found.sealed ?? undefined, affected, events, disputes };
}

/** Returns the complete data of one incident. @throws ServiceError `notFound` */
export async function getIncident({ db }: Context, params: IncidentParams): Promise<Incident> {
  return viewIncident(await readIncidentRows(db, idOf(params)));
}

/** Returns the sealed record, byte for byte as it was hashed. @throws ServiceError `notFound` */
export async function exportIncident({ db }: Context, params: IncidentParams): Promise<string> {
  const [sealed] = await db
    .select({ record: incidentExports.record })
    .from(incidentExports)
    .where(eq(incidentExports.incidentId, idOf(params)));
  if (!sealed) throw notFound("No exported incident has this id.");
  return sealed.record;
}

export type IncidentCount = { severity: Severity; status: IncidentStatus; incidents: number };

/** Returns the counts by severity and status. A combination without incidents is left out. */
export async function countIncidents({ db }: Pick<Context, "db">): Promise<IncidentCount[]> {
  return await db
    .select({
      severity: incidents.severity,
      status: incidents.status,
      incidents: sql<number>`count(*)`.mapWith(Number),
    })
    .from(incidents)
    .groupBy(incidents.severity, incidents.status);
}
