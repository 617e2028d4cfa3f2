import { desc, gt, inArray, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { incidents } from "@/lib/database/schema/incidents";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import type { ListedIncident } from "../schema";
import { viewListedIncident } from "../view/incident";

/** Finds the newest incidents whose title or description has every word, in any English form. */
export async function findByStems({ db }: Context, text: string, limit: number): Promise<ListedIncident[]> {
  if (matchesNothing(text)) return [];
  const { title, description } = incidents;
  const rows = await db
    .select()
    .from(incidents)
    .where(sql`to_tsvector('english', ${title} || ' ' || ${description}) @@ plainto_tsquery('english', ${text})`)
    .orderBy(desc(incidents.id))
    .limit(limit);
  return rows.map(viewListedIncident);
}

/** Returns incidents by their ids, in that order. */
export async function readListedIncidents(
  { db }: Pick<Context, "db">,
  ids: readonly number[],
): Promise<ListedIncident[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(incidents)
    .where(inArray(incidents.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, viewListedIncident(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the title and description of the newest incidents after an id. Neither ever changes. */
export async function readReportedTexts(
  { db }: Context,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; title: string; description: string }[]> {
  const { id, title, description } = incidents;
  return db.select({ id, title, description }).from(incidents).where(gt(id, after)).orderBy(desc(id)).limit(limit);
}
