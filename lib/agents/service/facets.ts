import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/open";
import { agentCounts, agents } from "@/lib/db/schema/agents";
import { cursorBehind } from "@/lib/http/cursor";
import { Dimension, FACET_FILTERS, type Facets, type FacetValues, type FacetValuesQuery } from "../schema";
import { type AgentFilters, matching, matchingCounts } from "./filters";

type Values = Facets[Dimension];
/** The commonest values of some dimensions, and how many values each has. */
interface Counts {
  lists: Partial<Record<Dimension, Values>>;
  values: Partial<Record<Dimension, number>>;
}

interface Counted {
  /** An agent's value; "" where it has none. */
  value: SQL;
  /** What an agent with several values is joined with. */
  each?: SQL;
  /** What its values are told apart by, where that is not the value. */
  group?: SQL;
}

// Protocols have their own facet.
const ofTags = sql.raw("each.value not in ('', 'a2a', 'http', 'mcp')");
const eachOf = (column: SQLWrapper) => ({ value: sql`each.value`, each: sql`, unnest(${column}) as each(value)` });
const wordWhere = (condition: SQL, word: "verified" | "yes" | "none") => ({
  value: sql`case when ${condition} then ${sql.raw(`'${word}'`)} else '' end`,
});

const DIMENSIONS: Record<Dimension, Counted> = {
  tag: eachOf(agents.tags),
  // Spellings of one name are one provider.
  provider: { value: sql`min(${agents.provider})`, group: sql`${agents.providerKey}` },
  protocol: eachOf(agents.protocols),
  runtime: { value: sql`${agents.runtimeType}` },
  tier: { value: sql`${agents.trustTier}` },
  zone: { value: sql`${agents.zone}` },
  role: { value: sql`${agents.role}` },
  model: { value: sql`case when ${agents.modelGiven} then ${agents.model} else '' end` },
  status: { value: sql`${agents.status}` },
  key: wordWhere(sql`${agents.publicKey} <> '' and ${agents.publicKey} = ${agents.provenKey}`, "verified"),
  audited: wordWhere(sql`${agents.auditsPassed} > 0`, "yes"),
  incidents: wordWhere(sql`${agents.incidentsNamed} = 0`, "none"),
};
/** How many values are shown. */
const MOST_VALUES = 8;
const MOST_OF: Partial<Record<Dimension, number>> = { zone: 30, status: 10 };
/** The dimensions that the counter table has. */
const COUNTED = { zone: agentCounts.zone, status: agentCounts.status, tier: agentCounts.trustTier } as const;
type CountedDimension = keyof typeof COUNTED;

/** What was counted under some filters, or is being counted, and the version of all counts before. */
interface Known {
  version: number;
  counts: Promise<Counts>;
}

// Counting 100,000 agents takes longer than all else on the page, and seldom comes out otherwise.
const MAX_KNOWN = 200;
const knownOf = new WeakMap<Database, LRUCache<string, Known>>();

/** All the filters but the dimension's own. Among the statuses is that of withdrawn agents, which are listed by it alone. */
const without = (filters: AgentFilters, dimension: Dimension): AgentFilters => ({
  ...filters,
  [FACET_FILTERS[dimension]]: undefined,
  ...(dimension === "status" ? { withdrawn: "show" } : {}),
});

type Filters = [keyof AgentFilters, string][];

/** The filters that none of these dimensions leaves out, and the others. */
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
  where: SQL | undefined;
}
interface Part {
  limit: number;
  offset?: number;
}

/** A part of one dimension's values with how many agents have each, the commonest first. */
const branchOf = (
  dimension: Dimension,
  { from, value, group, total, where }: Branch,
  { limit, offset = 0 }: Part = { limit: MOST_OF[dimension] ?? MOST_VALUES },
) =>
  sql`(select ${dimension} as dimension, ${value} as value, ${total} as agents, count(*) over () as values from ${from}
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
  const rows = await db.execute<{ dimension: Dimension; value: string; agents: string; values: string }>(statement);
  for (const { dimension, value, agents: n, values } of rows) {
    counts.lists[dimension]?.push({ value, agents: Number(n) });
    counts.values[dimension] = Number(values);
  }
  return counts;
}

/** Counts dimensions by the counter table. */
function countByCounts(ctx: Context, filters: AgentFilters, dimensions: CountedDimension[]): Promise<Counts> {
  const branches = dimensions.map((dimension) => {
    const where = matchingCounts(without(filters, dimension))?.where;
    const value = COUNTED[dimension];
    return branchOf(dimension, {
      ...{ from: sql`${agentCounts}`, value, group: value, total: sql`sum(${agentCounts.agents})`, where },
    });
  });
  return readBranches(ctx, dimensions, branches);
}

/** A dimension counted among the agents. */
function agentsBy(dimension: Dimension, filters: AgentFilters, part?: Part): SQL {
  const { value, each = sql``, group = value } = DIMENSIONS[dimension];
  const isSaid = dimension === "tag" ? ofTags : sql`${group} <> ''`;
  const where = and(isSaid, matching(without(filters, dimension)));
  return branchOf(dimension, { from: sql`agents${each}`, value, group, total: sql`count(*)`, where }, part);
}

/** Counts dimensions among the agents. Filters that all of them share are applied once. */
function countAgents(ctx: Context, filters: AgentFilters, dimensions: Dimension[]): Promise<Counts> {
  const { shared, others } = splitFilters(filters, dimensions);
  const columns = [
    ...[agents.tags, agents.provider, agents.providerKey, agents.protocols, agents.runtimeType, agents.trustTier],
    ...[agents.zone, agents.role, agents.model, agents.modelGiven, agents.status, agents.publicKey, agents.provenKey],
    ...[agents.auditsPassed, agents.incidentsNamed],
  ];
  // The rows that match are read once. They are named as the table is, so that a condition holds for either.
  const matched = sql`with agents as materialized (
    select ${sql.join(columns, sql`, `)} from public.agents where ${matching({ ...shared, withdrawn: "show" }) ?? sql`true`}) `;
  const branches = dimensions.map((dimension) => agentsBy(dimension, others));
  return readBranches(ctx, dimensions, branches, matched);
}

/** The values of one dimension, all of them page by page. */
export async function listFacetValues(
  ctx: Context,
  { dimension = "tag", limit, cursor, ...filters }: FacetValuesQuery,
): Promise<FacetValues> {
  const offset = cursor ?? 0;
  const counts = await readBranches(ctx, [dimension], [agentsBy(dimension, filters, { limit, offset })]);
  const [values = [], total = 0] = [counts.lists[dimension], counts.values[dimension]];
  const next = offset + values.length;
  return { dimension, values, total, ...(next < total ? { next_cursor: cursorBehind(next) } : {}) };
}

/** What is counted of all agents that are listed, with the version of all counts. */
async function surveyRegister({ db }: Context): Promise<{ everyone: number; demo: number; version: number }> {
  const sum = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const { agents: each, isDemo, status, version } = agentCounts;
  const listed = sql`case when ${status} <> 'withdrawn' then ${each} end`;
  const [survey] = await db
    .select({
      everyone: sum(listed),
      demo: sum(sql`case when ${isDemo} then ${listed} end`),
      version: sum(version),
    })
    .from(agentCounts);
  return survey ?? { everyone: 0, demo: 0, version: 0 };
}

/** Counts dimensions among the agents, unless they are as they were when that was done last. */
function countOnce(ctx: Context, filters: AgentFilters, dimensions: Dimension[], version: number): Promise<Counts> {
  const known = knownOf.get(ctx.db) ?? new LRUCache<string, Known>({ max: MAX_KNOWN });
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

/** The directory's facets, exact. */
export async function listFacets(ctx: Context, filters: AgentFilters): Promise<Facets> {
  const { version, ...survey } = await surveyRegister(ctx);
  const isCounted = (dimension: Dimension): dimension is CountedDimension =>
    dimension in COUNTED && matchingCounts(without(filters, dimension)) !== null;
  const others = Dimension.options.filter((dimension) => !isCounted(dimension));
  const [counted, among] = await Promise.all([
    countByCounts(ctx, filters, Dimension.options.filter(isCounted)),
    countOnce(ctx, filters, others, version),
  ]);
  const lists = { ...counted.lists, ...among.lists } as Record<Dimension, Values>;
  const values = { ...counted.values, ...among.values } as Record<Dimension, number>;
  return { ...lists, values, ...survey };
}
