import { lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isDatabaseError } from "@/lib/database/errors";
import { incidents } from "@/lib/database/schema/incidents";
import { reasonOf } from "@/lib/foundation/reason";
import { cursorAfter } from "@/lib/http/cursor";
import {
  type IncidentList,
  type IncidentListQuery,
  IncidentStatus,
  MAX_LISTED,
  type PublicIncident,
  Severity,
} from "../schema";
import { filterCondition } from "./browse";
import type { IncidentCount } from "./read";

const noneOf = <W extends string>(words: readonly W[]) =>
  Object.fromEntries(words.map((word) => [word, 0])) as Record<W, number>;

function totalsOf(counts: readonly IncidentCount[]): Pick<IncidentList, "by_severity" | "by_status" | "total"> {
  const by_severity = noneOf(Severity.options);
  const by_status = noneOf(IncidentStatus.options);
  let total = 0;
  for (const { severity, status, incidents: many } of counts) {
    by_severity[severity] += many;
    by_status[status] += many;
    total += many;
  }
  return { by_severity, by_status, total };
}

/** Some incidents, the number of their kind, and the counts of all. */
interface Listing {
  counts: IncidentCount[];
  matching: number;
  newest: PublicIncident[];
}

/** Reads a listing in one statement, so that its parts agree. */
async function readListing({ db }: Context, where: SQL, page: SQL, limit: number): Promise<Listing> {
  const [row] = await db.execute<Listing & Record<string, unknown>>(sql`
    select
      (select coalesce(jsonb_agg(c), '[]') from (
        select severity, status, count(*) as incidents from ${incidents} group by severity, status) as c) as counts,
      (select count(*)::integer from ${incidents} where ${where}) as matching,
      (select coalesce(jsonb_agg(n order by n.id desc), '[]') from (
        select id, title, severity, status, incident_type, created_at
        from ${incidents} where ${where} and ${page} order by id desc limit ${limit}) as n) as newest`);
  return row ?? { counts: [], matching: 0, newest: [] };
}

/**
 * Returns the newest incidents with exact counts of all. Without parameters it has exactly the contract's fields. If
 * the database fails, returns a list without incidents that says so (contract).
 */
export async function listIncidents(
  ctx: Context,
  { limit, cursor, ...filters }: IncidentListQuery,
): Promise<IncidentList> {
  const generated_at = ctx.clock().toISOString();
  const asked = limit !== undefined || cursor !== undefined || Object.values(filters).some(Boolean);
  const most = limit ?? MAX_LISTED;
  try {
    const page = cursor ? lt(incidents.id, cursor) : sql`true`;
    const found = await readListing(ctx, filterCondition(filters) ?? sql`true`, page, most + 1);
    // The database formats times differently.
    const listed = found.newest
      .slice(0, most)
      .map((one) => ({ ...one, created_at: new Date(one.created_at).toISOString() }));
    const last = listed.at(-1);
    return {
      incidents: listed,
      ...totalsOf(found.counts),
      ...(asked ? { matching: found.matching } : {}),
      ...(asked && last && found.newest.length > most ? { next_cursor: cursorAfter(last.id) } : {}),
      generated_at,
    };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    ctx.log.error({ event: "incidents_unreadable", error: reasonOf(error) });
    return { incidents: [], ...totalsOf([]), ...(asked ? { matching: 0 } : {}), db_error: true, generated_at };
  }
}
