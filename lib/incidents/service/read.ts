import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import type { Reader } from "@/lib/db/open";
import { incidentAgents, incidentEvents, incidentExports, incidents } from "@/lib/db/schema/incidents";
import { notFound } from "@/lib/errors";
import { incidentIdOf } from "../rules/incident";
import {
  type Incident,
  type IncidentList,
  type IncidentParams,
  IncidentStatus,
  MAX_LISTED,
  type PublicIncident,
  Severity,
} from "../schema";
import { type IncidentRows, viewIncident } from "../view/incident";

/** @throws ServiceError `notFound` for what cannot be an id too */
export function idOf({ id }: IncidentParams): number {
  const number = incidentIdOf(id);
  if (number === null) throw notFound();
  return number;
}

/** An incident with all that stands beside it. @throws ServiceError `notFound` */
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
  return { row: found.row, sealed: found.sealed ?? undefined, affected, events };
}

/** Everything on record of one incident. @throws ServiceError `notFound` */
export async function getIncident({ db }: Context, params: IncidentParams): Promise<Incident> {
  return viewIncident(await readIncidentRows(db, idOf(params)));
}

/** The sealed record, byte for byte as it was hashed. @throws ServiceError `notFound` */
export async function exportIncident({ db }: Context, params: IncidentParams): Promise<string> {
  const [sealed] = await db
    .select({ record: incidentExports.record })
    .from(incidentExports)
    .where(eq(incidentExports.incidentId, idOf(params)));
  if (!sealed) throw notFound("There is no incident of this id that was exported.");
  return sealed.record;
}

/** How many incidents there are of each severity and status. */
export type IncidentCount = { severity: Severity; status: IncidentStatus; incidents: number };

const noneOf = <W extends string>(words: readonly W[]) =>
  Object.fromEntries(words.map((word) => [word, 0])) as Record<W, number>;

/** The sums over counts. */
function totalsOf(counts: readonly IncidentCount[]): Pick<IncidentList, "by_severity" | "by_status" | "total"> {
  const by_severity = noneOf(Severity.options);
  const by_status = noneOf(IncidentStatus.options);
  let total = 0;
  for (const { severity, status, incidents } of counts) {
    by_severity[severity] += incidents;
    by_status[status] += incidents;
    total += incidents;
  }
  return { by_severity, by_status, total };
}

/** Incidents by severity and status; a combination without any is left out. */
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

/** The newest incidents and the counts of all, read in one statement, so that they agree. */
async function readList({ db }: Context): Promise<{ counts: IncidentCount[]; newest: PublicIncident[] }> {
  const [row] = await db.execute<{ counts: IncidentCount[]; newest: PublicIncident[] }>(sql`
    select
      (select coalesce(jsonb_agg(c), '[]') from (
        select severity, status, count(*) as incidents from ${incidents} group by severity, status) as c) as counts,
      (select coalesce(jsonb_agg(n order by n.id desc), '[]') from (
        select id, title, severity, status, incident_type, created_at
        from ${incidents} order by id desc limit ${MAX_LISTED}) as n) as newest`);
  return row ?? { counts: [], newest: [] };
}

/** The newest incidents, with exact counts. Where the database fails it says so in a list without any (contract). */
export async function listIncidents(ctx: Context): Promise<IncidentList> {
  const generated_at = ctx.clock().toISOString();
  try {
    const { counts, newest } = await readList(ctx);
    // The database writes an instant in its own way.
    const listed = newest.map((one) => ({ ...one, created_at: new Date(one.created_at).toISOString() }));
    return { incidents: listed, ...totalsOf(counts), generated_at };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    ctx.log.error({ event: "incidents_unreadable", error: String(error) });
    return { incidents: [], ...totalsOf([]), db_error: true, generated_at };
  }
}
