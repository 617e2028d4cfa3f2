import { and, count, desc, eq, gte, ilike, inArray, isNotNull, max, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { incidentAgents, incidentEvents, incidents } from "@/lib/database/schema/incidents";
import { listFreezeActs } from "@/lib/features/council/freezes/service/freezes";
import { utcDay } from "@/lib/features/trust/rules";
import { containsPattern, matchesNothing } from "@/lib/foundation/text/filter-text";
import { CALENDAR_DAYS, fillCalendar, frozenSpans } from "../rules/calendar";
import type {
  CalendarDay,
  FrozenSpan,
  IncidentEvent,
  IncidentFilters,
  IncidentQuery,
  ListedIncident,
  NamingIncident,
  OpenIncidents,
  PublicIncident,
  RecentIncident,
} from "../schema";
import { viewEvent, viewListedIncident, viewPublicIncident } from "../view/incident";
import { listedIncident } from "./read";

/** Maximum number of incidents in a feed. */
const RECENT = 50;

const unsettled = inArray(incidents.status, ["OPEN", "FROZEN"]);

export function filterCondition({ q, severity, status }: IncidentFilters): SQL | undefined {
  if (q && matchesNothing(q)) return sql`false`;
  return and(
    q ? ilike(incidents.title, containsPattern(q)) : undefined,
    severity ? eq(incidents.severity, severity) : undefined,
    status ? eq(incidents.status, status) : undefined,
  );
}

/** Returns a page of the filtered incidents: open ones first, each part newest first. */
export async function browseIncidents(
  { db }: Context,
  { limit, offset, ...filters }: IncidentQuery,
): Promise<{ incidents: ListedIncident[]; total: number }> {
  const where = filterCondition(filters);
  const [rows, total] = await Promise.all([
    db
      .select(listedIncident)
      .from(incidents)
      .where(where)
      .orderBy(desc(sql`${unsettled}`), desc(incidents.id))
      .limit(limit)
      .offset(offset),
    db.$count(incidents, where),
  ]);
  return { incidents: rows.map(viewListedIncident), total };
}

/** Returns the newest incidents that match the filters, without counting the matches. */
export async function listNewestIncidents(
  { db }: Context,
  filters: IncidentFilters,
  limit: number,
): Promise<ListedIncident[]> {
  const rows = await db
    .select(listedIncident)
    .from(incidents)
    .where(filterCondition(filters))
    .orderBy(desc(incidents.id))
    .limit(limit);
  return rows.map(viewListedIncident);
}

export function countUnsettled({ db }: Context): Promise<number> {
  return db.$count(incidents, unsettled);
}

/** Returns the incidents that changed last, with the text of their last step. */
export async function listRecentIncidents({ db }: Context): Promise<RecentIncident[]> {
  const rows = await db
    .select({
      row: listedIncident,
      affected: sql<string[]>`coalesce((select jsonb_agg(a.did order by a.did) from ${incidentAgents} as a
        where a.incident_id = incidents.id and a.struck_at is null), '[]')`,
      lastNote: sql<string>`coalesce((select e.note from ${incidentEvents} as e
        where e.incident_id = incidents.id and e.kind <> 'postmortem' order by e.seq desc limit 1), '')`,
      postmortem: sql<string>`coalesce((select e.note from ${incidentEvents} as e
        where e.incident_id = incidents.id and e.kind = 'postmortem' order by e.seq desc limit 1), '')`,
    })
    .from(incidents)
    .orderBy(desc(incidents.updatedAt), desc(incidents.id))
    .limit(RECENT);
  return rows.map(({ row, affected, lastNote, postmortem }) => ({
    ...viewListedIncident(row),
    description: row.description,
    updated_at: row.updatedAt.toISOString(),
    affected,
    last_note: lastNote,
    postmortem,
  }));
}

/** Returns the incidents that name an agent, newest first, and their number. */
export async function listIncidentsNaming(
  { db }: Context,
  { did, limit }: { did: string; limit: number },
): Promise<{ incidents: NamingIncident[]; total: number }> {
  if (matchesNothing(did)) return { incidents: [], total: 0 };
  const where = eq(incidentAgents.did, did);
  const [rows, total] = await Promise.all([
    db
      .select({ row: listedIncident, struckAt: incidentAgents.struckAt })
      .from(incidentAgents)
      .innerJoin(incidents, eq(incidents.id, incidentAgents.incidentId))
      .where(where)
      .orderBy(desc(incidents.id))
      .limit(limit),
    db.$count(incidentAgents, where),
  ]);
  const named = rows.map(({ row, struckAt }) => ({ ...viewListedIncident(row), struck: struckAt !== null }));
  return { incidents: named, total };
}

/**
 * Returns confirmed incidents that are open or were opened after a time, with their timelines: open ones first, the
 * most severe of them first.
 */
export async function listStatusIncidents(
  { db }: Context,
  { since, limit }: { since: Date; limit: number },
): Promise<(ListedIncident & { description: string; timeline: IncidentEvent[] })[]> {
  const rows = await db
    .select(listedIncident)
    .from(incidents)
    .where(and(isNotNull(incidents.confirmedAt), or(unsettled, gte(incidents.createdAt, since))))
    .orderBy(
      sql`case when ${unsettled} then array_position(array['CRITICAL', 'MAJOR', 'LOW'], ${incidents.severity}) end nulls last`,
      desc(incidents.id),
    )
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const events = await db
    .select()
    .from(incidentEvents)
    .where(inArray(incidentEvents.incidentId, ids))
    .orderBy(incidentEvents.seq);
  return rows.map((row) => ({
    ...viewListedIncident(row),
    description: row.description,
    timeline: events.filter(({ incidentId }) => incidentId === row.id).map(viewEvent),
  }));
}

export async function findNewestCritical({ db }: Context): Promise<PublicIncident | null> {
  const [critical] = await db
    .select()
    .from(incidents)
    .where(and(eq(incidents.severity, "CRITICAL"), unsettled, isNotNull(incidents.confirmedAt)))
    .orderBy(desc(incidents.id))
    .limit(1);
  return critical ? viewPublicIncident(critical) : null;
}

/** Counts the incidents that are confirmed and open, and returns the id of the newest. */
export async function countOpenIncidents({ db }: Context): Promise<OpenIncidents> {
  const [open] = await db
    .select({ count: count(), newest: max(incidents.id) })
    .from(incidents)
    .where(and(unsettled, isNotNull(incidents.confirmedAt)));
  return open ?? { count: 0, newest: null };
}

/** Returns the days up to today with the incidents opened on each, and the periods of freezes. */
export async function readCalendar(ctx: Context): Promise<{ days: CalendarDay[]; freezes: FrozenSpan[] }> {
  const { db, clock } = ctx;
  const now = clock();
  const since = new Date(now.getTime() - CALENDAR_DAYS * 86_400_000);
  const day = sql<string>`to_char(${incidents.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const [opened, acts] = await Promise.all([
    db
      .select({ day, severity: incidents.severity, incidents: count() })
      .from(incidents)
      .where(gte(incidents.createdAt, since))
      .groupBy(day, incidents.severity),
    listFreezeActs(ctx),
  ]);
  return { days: fillCalendar(opened, utcDay(now)), freezes: frozenSpans(acts, since) };
}
