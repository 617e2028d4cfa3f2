import { and, eq, ilike, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { agentCounts, agents } from "@/lib/db/schema/agents";
import { showZone } from "@/lib/did";
import { organisationKey } from "@/lib/organisation";
import { containsPattern, matchesNothing } from "../rules";
import type { DirectoryFilters } from "../schema";

/** The directory's filters, and what a search adds to them. */
export interface AgentFilters extends DirectoryFilters {
  /** All of these words are somewhere in the record, or the text is a part of the DID or the name. */
  text?: string | undefined;
  /** All of these words are somewhere in the record. */
  words?: string | undefined;
  /** A JSON array of DIDs. */
  among?: string | undefined;
  /** The name contains one of these: a JSON array. */
  named?: string | undefined;
  /** Has one of these tags: a JSON array. */
  tagged?: string | undefined;
  /** Has one of these capabilities or skills: a JSON array. */
  capable?: string | undefined;
  /** The first of its protocols is one of these: a JSON array of `a2a`, `mcp` and `other`. */
  leading?: string | undefined;
  /** Stands at one of these tiers: a JSON array. */
  tiers?: string | undefined;
  /** Registered after this instant, ISO 8601. */
  since?: string | undefined;
  /** `hide` leaves withdrawn agents out. It holds where nothing else is said, and no `status` asks for them. */
  withdrawn?: "hide" | "show" | undefined;
}

export type Filter = keyof AgentFilters;

/** The column of stems; see drizzle/0009_agent_words.sql. Drizzle does not know it, so nobody reads it with a row. */
export const WORDS = sql.raw("agents.words");

/** A text as PostgreSQL looks for it, whatever signs it has: quotes, `or` and `-` mean what they mean in web searches. */
export const wordsQuery = (text: SQLWrapper) =>
  sql`websearch_to_tsquery('pg_catalog.english', translate(${text}::text, './_:@', '     '))`;

/** A text that only leaves words out would find nearly everyone: `querytree` says so. */
const hasWords = (text: SQLWrapper) =>
  sql`(${WORDS} @@ ${wordsQuery(text)} and querytree(${wordsQuery(text)}) not in ('', 'T'))`;

/** The LIKE pattern for "contains", made by the database: `containsPattern` makes the same. */
const SPECIAL = sql.raw(String.raw`'([%_\\])', '\\\1'`);
const containing = (text: SQLWrapper) => sql`'%' || regexp_replace(${text}::text, ${SPECIAL}, 'g') || '%'`;

const listed = (texts: SQLWrapper) => sql`array(select jsonb_array_elements_text(${texts}::jsonb))`;

/** By which protocol an agent is called first. */
export const LEADING = sql`case when ${agents.protocols} @> array['a2a'] then 'a2a'
  when ${agents.protocols} @> array['mcp'] then 'mcp' else 'other' end`;

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
  text: (text) => or(hasWords(text), ilike(agents.did, containing(text)), ilike(agents.name, containing(text))),
  words: hasWords,
  tag: (tag) => sql`${agents.tags} @> array[${tag}::text]`,
  provider: (key) => eq(agents.providerKey, key),
  protocol: (protocol) => sql`${agents.protocols} @> array[${protocol}::text]`,
  runtime: (runtime) => eq(agents.runtimeType, runtime),
  key: () => sql`${agents.publicKey} <> '' and ${agents.publicKey} = ${agents.provenKey}`,
  audited: () => sql`${agents.auditsPassed} > 0`,
  incidents: () => sql`${agents.incidentsNamed} = 0`,
  named: (names) =>
    sql`exists (select from jsonb_array_elements_text(${names}::jsonb) as part where ${agents.name} ilike ${containing(sql`part`)})`,
  tagged: (tags) => sql`${agents.tags} && ${listed(tags)}`,
  capable: (names) => sql`(${agents.capabilities} && ${listed(names)} or ${agents.skills} && ${listed(names)})`,
  leading: (protocols) => sql`${LEADING} = any (${listed(protocols)})`,
  tiers: (tiers) => sql`${agents.trustTier} = any (${listed(tiers)})`,
  since: (instant) => sql`${agents.registeredAt} > ${instant}::timestamptz`,
  among: (dids) => sql`${agents.did} in (select jsonb_array_elements_text(${dids}::jsonb))`,
  withdrawn: () => ne(agents.status, sql`'withdrawn'`),
};

/** The filters that the counter table knows; the others need the agents themselves. */
const COUNTED: Partial<Record<Filter, (value: SQLWrapper) => SQL>> = {
  zone: (zone) => eq(agentCounts.zone, zone),
  status: (status) => eq(agentCounts.status, status),
  tier: (tier) => eq(agentCounts.trustTier, tier),
  demo: (isDemo) => eq(agentCounts.isDemo, isDemo),
  withdrawn: () => ne(agentCounts.status, sql`'withdrawn'`),
};

/** What a filter's text is compared as, where that is not the text itself. */
const COMPARED_AS: Partial<Record<Filter, (text: string) => string | boolean>> = {
  zone: showZone,
  status: (status) => status.toLowerCase(),
  demo: (demo) => demo !== "hide",
  role: containsPattern,
  model: containsPattern,
  q: containsPattern,
  provider: organisationKey,
};

/** Filters that are made by this service, as JSON of any length. */
const MADE: ReadonlySet<string> = new Set<Filter>(["among", "named", "tagged", "capable", "leading", "tiers"]);

/** The filters that are given or hold by default, with what each is compared as; null where no agent can pass. */
export function given({ withdrawn, ...filters }: AgentFilters): [Filter, string | boolean][] | null {
  const hides = (withdrawn ?? (filters.status ? "show" : "hide")) === "hide";
  const present = Object.entries({ ...filters, withdrawn: hides && "hide" }).flatMap(
    ([name, text]): [Filter, string][] => (text ? [[name as Filter, text]] : []),
  );
  if (present.some(([name, text]) => !MADE.has(name) && matchesNothing(text))) return null;
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
export function matching(filters: AgentFilters): SQL | undefined {
  const present = given(filters);
  return present === null ? sql`false` : whereAgents(bound(present));
}

/** The same over the counter table; null where a filter is none that it knows. */
export function matchingCounts(filters: AgentFilters): { where: SQL | undefined } | null {
  const present = given(filters);
  if (present === null) return { where: sql`false` };
  const filtered = bound(present);
  return areCounted(filtered) ? { where: whereCounts(filtered) } : null;
}
