import { and, eq, ilike, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { offered } from "@/lib/database/offered";
import { agentCounts, agents } from "@/lib/database/schema/agents";
import { ownEntries } from "@/lib/foundation/own-values";
import { containsPattern, matchesNothing } from "@/lib/foundation/text/filter-text";
import { showZone } from "@/lib/identity/did";
import { organisationKey } from "@/lib/identity/organisation";
import type { DirectoryFilters } from "../directory-schema";

/** The directory's filters and those that a search adds. */
export interface AgentFilters extends DirectoryFilters {
  /** The record contains all of these words, or the DID or the name contains the text. */
  text?: string | undefined;
  /** The record contains the quoted words of this text in a row, and not the excluded ones. */
  strict?: string | undefined;
  /** Has one of these DIDs. */
  among?: readonly string[] | undefined;
  named?: readonly string[] | undefined;
  tagged?: readonly string[] | undefined;
  capable?: readonly string[] | undefined;
  /** The first of its protocols is one of these: `a2a`, `mcp` or `other`. */
  leading?: readonly string[] | undefined;
  tiers?: readonly string[] | undefined;
  /** Registered after this time, ISO 8601. */
  since?: string | undefined;
  /** `only` leaves out all but members in use and listed records; see lib/database/offered.ts. */
  offered?: "only" | undefined;
  /** `hide` leaves withdrawn agents out. It is the default unless `status` is given. */
  withdrawn?: "hide" | "show" | undefined;
}

export type Filter = keyof AgentFilters;

/**
 * The column of word stems; see drizzle/0009_agent_stems.sql. Drizzle does not know the column, so it is never selected
 * with a row.
 */
export const STEMS_COLUMN = sql.raw("agents.stems");

/** Parses a search text in PostgreSQL. It accepts any characters; quotes, `or` and `-` work as in web searches. */
const wordsQuery = (text: SQLWrapper) =>
  sql`websearch_to_tsquery('pg_catalog.english', translate(${text}::text, './_:@', '     '))`;

/** Matches words. `querytree` detects a text that only excludes words, which would match almost every agent. */
const hasWords = (text: SQLWrapper) =>
  sql`(${STEMS_COLUMN} @@ ${wordsQuery(text)} and querytree(${wordsQuery(text)}) not in ('', 'T'))`;

/** Returns the LIKE pattern for "contains", made in SQL. `containsPattern` makes the same in TypeScript. */
const SPECIAL = sql.raw(String.raw`'([%_\\])', '\\\1'`);
const containing = (text: SQLWrapper) => sql`'%' || regexp_replace(${text}::text, ${SPECIAL}, 'g') || '%'`;

const listed = (texts: SQLWrapper) => sql`array(select jsonb_array_elements_text(${texts}::jsonb))`;

export const PRIMARY_PROTOCOL = sql`case when ${agents.protocols} @> array['a2a'] then 'a2a'
  when ${agents.protocols} @> array['mcp'] then 'mcp' else 'other' end`;

const CONDITIONS: Record<Filter, (value: SQLWrapper) => SQL | undefined> = {
  zone: (zone) => eq(agents.zone, zone),
  status: (status) => eq(agents.status, status),
  tier: (tier) => eq(agents.trustTier, tier),
  demo: (isDemo) => eq(agents.isDemo, isDemo),
  membership: (isListed) => sql`(${agents.listed} is not null) = ${isListed}`,
  offered: () => offered(),
  role: (pattern) => ilike(agents.role, pattern),
  role_is: (role) => eq(agents.role, role),
  model: (pattern) => or(ilike(agents.model, pattern), ilike(agents.provider, pattern)),
  model_is: (model) => and(eq(agents.model, model), sql`${agents.modelGiven}`),
  q: (pattern) => or(ilike(agents.did, pattern), ilike(agents.name, pattern)),
  text: (text) => or(hasWords(text), ilike(agents.did, containing(text)), ilike(agents.name, containing(text))),
  strict: (text) => sql`(numnode(${wordsQuery(text)}) = 0 or ${STEMS_COLUMN} @@ ${wordsQuery(text)})`,
  tag: (tag) => sql`(${agents.tags} @> array[${tag}::text] or ${agents.derivedTags} @> array[${tag}::text])`,
  provider: (key) => eq(agents.providerKey, key),
  protocol: (protocol) => sql`${agents.protocols} @> array[${protocol}::text]`,
  runtime: (runtime) => eq(agents.runtimeType, runtime),
  // The second part lets PostgreSQL use the index, which has only records with a licence or a source.
  licence: (licence) => and(eq(agents.licence, licence), ne(agents.licence, sql`''`)),
  source: (source) => sql`(${agents.listed} ->> 'source' = ${source} and ${agents.listed} is not null)`,
  key: () => sql`${agents.publicKey} <> '' and ${agents.publicKey} = ${agents.provenKey}`,
  audited: () => sql`${agents.auditsPassed} > 0`,
  incidents: () => sql`${agents.incidentsNamed} = 0`,
  named: (names) =>
    sql`exists (select from jsonb_array_elements_text(${names}::jsonb) as part where ${agents.name} ilike ${containing(sql`part`)})`,
  tagged: (tags) => sql`${agents.tags} && ${listed(tags)}`,
  capable: (names) => sql`(${agents.capabilities} && ${listed(names)} or ${agents.skills} && ${listed(names)})`,
  leading: (protocols) => sql`${PRIMARY_PROTOCOL} = any (${listed(protocols)})`,
  tiers: (tiers) => sql`${agents.trustTier} = any (${listed(tiers)})`,
  since: (instant) => sql`${agents.registeredAt} > ${instant}::timestamptz`,
  among: (dids) => sql`${agents.did} in (select jsonb_array_elements_text(${dids}::jsonb))`,
  withdrawn: () => ne(agents.status, sql`'withdrawn'`),
};

/** The filters that the counter table supports. The others need the agents table. */
const COUNTED: Partial<Record<Filter, (value: SQLWrapper) => SQL>> = {
  zone: (zone) => eq(agentCounts.zone, zone),
  status: (status) => eq(agentCounts.status, status),
  tier: (tier) => eq(agentCounts.trustTier, tier),
  demo: (isDemo) => eq(agentCounts.isDemo, isDemo),
  membership: (isListed) => eq(agentCounts.listed, isListed),
  offered: () =>
    sql`(${agentCounts.status} = 'active' or (${agentCounts.status} = 'unverified' and ${agentCounts.listed}))`,
  withdrawn: () => ne(agentCounts.status, sql`'withdrawn'`),
};

/** Converts a filter's text to the value that is compared, if it is not the text itself. */
const COMPARED_AS: Partial<Record<Filter, (text: string) => string | boolean>> = {
  zone: showZone,
  status: (status) => status.toLowerCase(),
  demo: (demo) => demo !== "hide",
  membership: (membership) => membership === "listed",
  role: containsPattern,
  model: containsPattern,
  q: containsPattern,
  provider: organisationKey,
};

/**
 * Returns the filters that are given or apply by default, with the values to compare, or null if no agent can match. A
 * list becomes a JSON array.
 */
export function activeFilters({ withdrawn, ...filters }: AgentFilters): [Filter, string | boolean][] | null {
  const hides = (withdrawn ?? (filters.status ? "show" : "hide")) === "hide";
  const given = ownEntries({ ...filters, withdrawn: hides && "hide" });
  const present = given.flatMap(([name, value]): [Filter, string | readonly string[]][] =>
    value ? [[name, value]] : [],
  );
  if (present.some(([, value]) => typeof value === "string" && matchesNothing(value))) return null;
  return present.map(([name, value]) => [
    name,
    typeof value === "string" ? (COMPARED_AS[name]?.(value) ?? value) : JSON.stringify(value),
  ]);
}

/** Filters with their values or with placeholders. */
export type BoundFilters = readonly [Filter, SQLWrapper][];

const bound = (present: [Filter, string | boolean][]): BoundFilters =>
  present.map(([name, value]) => [name, sql.param(value)]);

export const whereAgents = (filters: BoundFilters) => and(...filters.map(([name, value]) => CONDITIONS[name](value)));

export const canUseCounts = (filters: BoundFilters) => filters.every(([name]) => COUNTED[name] !== undefined);

/** Returns the conditions on the counter table for those filters that it supports. */
export const whereCounts = (filters: BoundFilters) => and(...filters.map(([name, value]) => COUNTED[name]?.(value)));

export function filterCondition(filters: AgentFilters): SQL | undefined {
  const present = activeFilters(filters);
  return present === null ? sql`false` : whereAgents(bound(present));
}

/** Returns the same condition for the counter table, or null if it does not support one of the filters. */
export function countCondition(filters: AgentFilters): { where: SQL | undefined } | null {
  const present = activeFilters(filters);
  if (present === null) return { where: sql`false` };
  const filtered = bound(present);
  return canUseCounts(filtered) ? { where: whereCounts(filtered) } : null;
}
