import { and, eq, ilike, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { agentCounts, agents } from "@/lib/db/schema/agents";
import { showZone } from "@/lib/did";
import { containsPattern, matchesNothing } from "../rules";
import type { DirectoryFilters } from "../schema";

export type Filter = keyof DirectoryFilters;

/** What each filter asks of an agent. */
const CONDITIONS: Record<Filter, (value: SQLWrapper) => SQL | undefined> = {
  zone: (zone) => eq(agents.zone, zone),
  status: (status) => eq(agents.status, status),
  tier: (tier) => eq(agents.trustTier, tier),
  demo: (isDemo) => eq(agents.isDemo, isDemo),
  role: (pattern) => ilike(agents.role, pattern),
  role_is: (role) => eq(agents.role, role),
  model: (pattern) => or(ilike(agents.model, pattern), ilike(agents.provider, pattern)),
  model_is: (model) => and(eq(agents.model, model), sql`${agents.modelGiven}`),
  q: (pattern) => or(ilike(agents.did, pattern), ilike(agents.name, pattern)),
};

/** The filters that the counter table knows; the others need the agents themselves. */
const COUNTED: Partial<Record<Filter, (value: SQLWrapper) => SQL>> = {
  zone: (zone) => eq(agentCounts.zone, zone),
  status: (status) => eq(agentCounts.status, status),
  tier: (tier) => eq(agentCounts.trustTier, tier),
  demo: (isDemo) => eq(agentCounts.isDemo, isDemo),
};

/** What a filter's text is compared as, where that is not the text itself. */
const COMPARED_AS: Partial<Record<Filter, (text: string) => string | boolean>> = {
  zone: showZone,
  status: (status) => status.toLowerCase(),
  demo: (demo) => demo !== "hide",
  role: containsPattern,
  model: containsPattern,
  q: containsPattern,
};

/** The filters that are given, with what each is compared as; null where no agent can pass. */
export function given(filters: DirectoryFilters): [Filter, string | boolean][] | null {
  const present = Object.entries(filters).flatMap(([name, text]): [Filter, string][] =>
    text ? [[name as Filter, text]] : [],
  );
  if (present.some(([, text]) => matchesNothing(text))) return null;
  return present.map(([name, text]) => [name, COMPARED_AS[name]?.(text) ?? text]);
}

/** Filters with their values, or with placeholders for them. */
export type Bound = readonly [Filter, SQLWrapper][];

const bound = (present: [Filter, string | boolean][]): Bound =>
  present.map(([name, value]) => [name, sql.param(value)]);

export const whereAgents = (filters: Bound) => and(...filters.map(([name, value]) => CONDITIONS[name](value)));

/** Whether the counter table knows all of these filters. */
export const areCounted = (filters: Bound) => filters.every(([name]) => COUNTED[name] !== undefined);

/** What those of the filters that the counter table knows ask of its rows. */
export const whereCounts = (filters: Bound) => and(...filters.map(([name, value]) => COUNTED[name]?.(value)));

/** The condition that an agent passes all the filters. */
export function matching(filters: DirectoryFilters): SQL | undefined {
  const present = given(filters);
  return present === null ? sql`false` : whereAgents(bound(present));
}

/** The same over the counter table; null where a filter is none that it knows. */
export function matchingCounts(filters: DirectoryFilters): { where: SQL | undefined } | null {
  const present = given(filters);
  if (present === null) return { where: sql`false` };
  const filtered = bound(present);
  return areCounted(filtered) ? { where: whereCounts(filtered) } : null;
}
