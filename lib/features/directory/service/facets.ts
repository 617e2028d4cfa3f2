import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { agentCounts, agents } from "@/lib/database/schema/agents";
import { cursorAfter } from "@/lib/http/cursor";
import { Dimension, FACET_FILTERS, type Facets, type FacetValues, type FacetValuesQuery } from "../directory-schema";
import { type AgentFilters, countCondition, filterCondition } from "./filters";

type Values = Facets[Dimension];
/** The most frequent values of some dimensions, and how many values each dimension has. */
interface Counts {
  lists: Partial<Record<Dimension, Values>>;
  values: Partial<Record<Dimension, number>>;
}

interface Counted {
  /** The expression for an agent's value, "" if it has none. */
  value: SQL;
  /** The table to join for agents with several values. */
  each?: SQL;
  /** The expression by which values are grouped, if it is not the value. */
  group?: SQL;
  /** Whether the agent has the value only by its words. */
  isDerived?: SQL;
}

// Protocols have their own facet.
const ofTags = sql.raw("each.value not in ('', 'a2a', 'http', 'mcp')");
const eachOf = (column: SQLWrapper) => ({ value: sql`each.value`, each: sql`, unnest(${column}) as each(value)` });
const membershipOf = (isListed: SQLWrapper) => sql`case when ${isListed} then 'listed' else 'member' end`;
const wordWhere = (condition: SQL, word: "verified" | "yes" | "none") => ({
  value: sql`case when ${condition} then ${sql.raw(`'${word}'`)} else '' end`,
});

const DIMENSIONS: Record<Dimension, Counted> = {
  tag: {
    ...eachOf(sql`(${agents.tags} || ${agents.derivedTags})`),
    isDerived: sql`${agents.derivedTags} @> array[each.value]`,
  },
  // Spellings of one name are one provider.
  provider: { value: sql`min(${agents.provider})`, group: sql`${agents.providerKey}` },
  protocol: eachOf(agents.protocols),
  runtime: { value: sql`${agents.runtimeType}` },
  licence: { value: sql`${agents.licence}` },
  source: { value: sql`coalesce(${agents.listed} ->> 'source', '')` },
  tier: { value: sql`${agents.trustTier}` },
  zone: { value: sql`${agents.zone}` },
  role: { value: sql`${agents.role}` },
  model: { value: sql`case when ${agents.modelGiven} then ${agents.model} else '' end` },
  status: { value: sql`${agents.status}` },
  key: wordWhere(sql`${agents.publicKey} <> '' and ${agents.publicKey} = ${agents.provenKey}`, "verified"),
  audited: wordWhere(sql`${agents.auditsPassed} > 0`, "yes"),
  incidents: wordWhere(sql`${agents.incidentsNamed} = 0`, "none"),
  membership: { value: membershipOf(sql`${agents.listed} is not null`) },
};
/** How many values are shown. */
const MAX_VALUES = 8;
const MAX_VALUES_OF: Partial<Record<Dimension, number>> = { zone: 30, status: 10 };
/** The dimensions in the counter table. */
const COUNTED = {
  zone: agentCounts.zone,
  status: agentCounts.status,
  tier: agentCounts.trustTier,
  membership: membershipOf(agentCounts.listed),
} as const;
type CountedDimension = keyof typeof COUNTED;

/** The counts under some filters (or their computation in progress), with the version at that time. */
interface Known {
  version: number;
  counts: Promise<Counts>;
}

// Counting 100,000 agents takes longer than the rest of the page, and the result rarely changes.
const MAX_KNOWN = 200;
/** The filters of a search name up to two thousand agents. */
const MAX_KEY_CHARACTERS = 1_000_000;
const knownOf = new WeakMap<Database, LRUCache<string, Known>>();
const newCache = () =>
  new LRUCache<string, Known>({
    max: MAX_KNOWN,
    maxSize: MAX_KEY_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  });

/**
 * Returns all filters except the dimension's own. The status facet includes withdrawn agents, which are listed only by
 * that filter.
 */
const without = (filters: AgentFilters, dimension: Dimension): AgentFilters => ({
  ...filters,
  [FACET_FILTERS[dimension]]: undefined,
  ...(dimension === "status" ? { withdrawn: "show" } : {}),
});

type Filters = [keyof AgentFilters, string][];

/** Separates the filters that apply to all of these dimensions from the others. */
function splitFilters(filters: AgentFilters, dimensions: readonly Dimension[]) {
  const own = dimensions.map((dimension): keyof AgentFilters => FACET_FILTERS[dimension]);
  const given = Object.entries(filters).filter(([, value]) => value) as Filters;
  return {
    shared: Object.fromEntries(given.filter(([name]) => !own.includes(name))) as AgentFilters,
    others: Object.fromEntries(given.filter(([name]) => own.includes(name))) as AgentFilters,
  };
}

interface Branch {
  from: SQL;
  value: SQLWrapper;
  group: SQLWrapper;
  total: SQL;
  derived?: SQL | undefined;
  where: SQL | undefined;
}
interface Part {
  limit: number;
  offset?: number;
}

/** Returns SQL for a page of one dimension's values with their counts, the most frequent first. */
const branchOf = (
  dimension: Dimension,
  { from, value, group, total, derived = sql`0`, where }: Branch,
  { limit, offset = 0 }: Part = { limit: MAX_VALUES_OF[dimension] ?? MAX_VALUES },
) =>
  sql`(select ${dimension} as dimension, ${value} as value, ${total} as agents, ${derived} as derived, count(*) over () as values from ${from}
    where ${where ?? sql`true`} group by ${group} having ${total} > 0
    order by 3 desc, 2 limit ${limit} offset ${offset})`;

async function readBranches(
  { db }: Context,
  dimensions: readonly Dimension[],
  branches: SQL[],
  before = sql``,
): Promise<Counts> {
  const counts: Counts = {
    lists: Object.fromEntries(dimensions.map((dimension) => [dimension, []])),
    values: Object.fromEntries(dimensions.map((dimension) => [dimension, 0])),
  };
  if (branches.length === 0) return counts;
  const statement = sql`${before}${sql.join(branches, sql` union all `)}`;
  type Row = { dimension: Dimension; value: string; agents: string; derived: string; values: string };
  for (const { dimension, value, agents: n, derived, values } of await db.execute<Row>(statement)) {
    counts.lists[dimension]?.push({
      value,
      agents: Number(n),
      ...(Number(derived) > 0 && { derived: Number(derived) }),
    });
    counts.values[dimension] = Number(values);
  }
  return counts;
}

/** Counts dimensions with the counter table. */
function countByCounts(ctx: Context, filters: AgentFilters, dimensions: CountedDimension[]): Promise<Counts> {
  const branches = dimensions.map((dimension) => {
    const where = countCondition(without(filters, dimension))?.where;
    const value = COUNTED[dimension];
    return branchOf(dimension, {
      from: sql`${agentCounts}`,
      value,
      group: value,
      total: sql`sum(${agentCounts.agents})`,
      where,
    });
  });
  return readBranches(ctx, dimensions, branches);
}

function agentsBy(dimension: Dimension, filters: AgentFilters, part?: Part): SQL {
  const { value, each = sql``, group = value, isDerived } = DIMENSIONS[dimension];
  const isSaid = dimension === "tag" ? ofTags : sql`${group} <> ''`;
  const where = and(isSaid, filterCondition(without(filters, dimension)));
  const derived = isDerived && sql`count(*) filter (where ${isDerived})`;
  return branchOf(dimension, { from: sql`agents${each}`, value, group, total: sql`count(*)`, derived, where }, part);
}

/** Counts dimensions among the agents. Filters that all of the dimensions share are applied once. */
function countAgents(ctx: Context, filters: AgentFilters, dimensions: Dimension[]): Promise<Counts> {
  const { shared, others } = splitFilters(filters, dimensions);
  const columns = [
    ...[
      agents.tags,
      agents.derivedTags,
      agents.provider,
      agents.providerKey,
      agents.protocols,
      agents.runtimeType,
      agents.trustTier,
    ],
    ...[agents.zone, agents.role, agents.model, agents.modelGiven, agents.status, agents.publicKey, agents.provenKey],
    ...[agents.auditsPassed, agents.incidentsNamed, agents.listed, agents.licence],
  ];
  // The matching rows are read once. The subquery has the table's name, so a condition works for both.
  const matched = sql`with agents as materialized (
    select ${sql.join(columns, sql`, `)} from public.agents where ${filterCondition({ ...shared, withdrawn: "show" }) ?? sql`true`}) `;
  const branches = dimensions.map((dimension) => agentsBy(dimension, others));
  return readBranches(ctx, dimensions, branches, matched);
}

/** Reads all values of one dimension, page by page. */
export async function listFacetValues(
  ctx: Context,
  { dimension = "tag", limit, cursor, ...filters }: FacetValuesQuery,
): Promise<FacetValues> {
  const offset = cursor ?? 0;
  const counts = await readBranches(ctx, [dimension], [agentsBy(dimension, filters, { limit, offset })]);
  const [values = [], total = 0] = [counts.lists[dimension], counts.values[dimension]];
  const next = offset + values.length;
  return { dimension, values, total, ...(next < total ? { next_cursor: cursorAfter(next) } : {}) };
}

/** Returns SQL for the counts of all agents in the directory, with the version of the counts. */
async function surveyRegister({ db }: Context): Promise<{ everyone: number; demo: number; version: number }> {
  const sum = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const { agents: each, isDemo, status, version } = agentCounts;
  const shown = sql`case when ${status} <> 'withdrawn' then ${each} end`;
  const [survey] = await db
    .select({
      everyone: sum(shown),
      demo: sum(sql`case when ${isDemo} then ${shown} end`),
      version: sum(version),
    })
    .from(agentCounts);
  return survey ?? { everyone: 0, demo: 0, version: 0 };
}

/** Counts dimensions among the agents, or returns the cached counts if no agent has changed since. */
function countOnce(ctx: Context, filters: AgentFilters, dimensions: Dimension[], version: number): Promise<Counts> {
  const known = knownOf.get(ctx.db) ?? newCache();
  knownOf.set(ctx.db, known);
  const key = JSON.stringify(filters);
  const last = known.get(key);
  if (last?.version === version) return last.counts;
  const counting = { version, counts: countAgents(ctx, filters, dimensions) };
  known.set(key, counting);
  counting.counts.catch(() => {
    if (known.peek(key) === counting) known.delete(key);
  });
  return counting.counts;
}

/** Returns the directory's facets with exact counts. */
export async function listFacets(ctx: Context, filters: AgentFilters): Promise<Facets> {
  const { version, ...survey } = await surveyRegister(ctx);
  const isCounted = (dimension: Dimension): dimension is CountedDimension =>
    dimension in COUNTED && countCondition(without(filters, dimension)) !== null;
  const others = Dimension.options.filter((dimension) => !isCounted(dimension));
  const [counted, among] = await Promise.all([
    countByCounts(ctx, filters, Dimension.options.filter(isCounted)),
    countOnce(ctx, filters, others, version),
  ]);
  const lists = { ...counted.lists, ...among.lists } as Record<Dimension, Values>;
  const values = { ...counted.values, ...among.values } as Record<Dimension, number>;
  return { ...lists, values, ...survey };
}
