import { desc, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { incidents } from "@/lib/database/schema/incidents";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import type { ListedIncident } from "../schema";
import { viewListedIncident } from "../view/incident";
import { listedIncident } from "./read";

/** Finds the newest incidents whose title or description has every word, in any English form. */
export async function findByStems({ db }: Context, text: string, limit: number): Promise<ListedIncident[]> {
  if (matchesNothing(text)) return [];
  const { title, description } = incidents;
  const rows = await db
    .select(listedIncident)
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
    .select(listedIncident)
    .from(incidents)
    .where(inArray(incidents.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, viewListedIncident(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the title and description of the newest incidents after an id, and of the redacted ones. */
export async function readReportedTexts(
  { db }: Context,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; title: string; description: string; redactedAt: Date | null }[]> {
  const { id, title, description, redactedAt } = incidents;
  return db
    .select({ id, title, description, redactedAt })
    .from(incidents)
    .where(or(gt(id, after), isNotNull(redactedAt)))
    .orderBy(desc(id))
    .limit(limit);
}
