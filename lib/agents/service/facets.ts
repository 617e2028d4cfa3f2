import { and, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/open";
import { agentCounts, agents } from "@/lib/db/schema/agents";
import type { Facets } from "../schema";
import { type AgentFilters, matching, matchingCounts } from "./filters";

type Dimension = "zone" | "status" | "tier" | "role" | "model";
type Counts = Partial<Record<Dimension, Facets["zone"]>>;

/** Each dimension's column, the filter it stands for, and how many of its values are shown. */
const DIMENSIONS: Record<Dimension, { column: PgColumn; filter: keyof AgentFilters; values: number }> = {
  zone: { column: agents.zone, filter: "zone", values: 30 },
  status: { column: agents.status, filter: "status", values: 10 },
  tier: { column: agents.trustTier, filter: "tier", values: 5 },
  role: { column: agents.role, filter: "role_is", values: 8 },
  model: { column: agents.model, filter: "model_is", values: 8 },
};
/** The dimensions that the counter table has. */
const COUNTED = { zone: agentCounts.zone, status: agentCounts.status, tier: agentCounts.trustTier } as const;
type CountedDimension = keyof typeof COUNTED;

/** What was counted under some filters, or is being counted, and the version of all counts before. */
interface Known {
  version: number;
  counts: Promise<Counts>;
}

// Counting 100,000 agents by role and model takes longer than all else on the page, and seldom comes out otherwise.
const MAX_KNOWN = 200;
const knownOf = new WeakMap<Database, LRUCache<string, Known>>();

const without = (filters: AgentFilters, dimension: Dimension): AgentFilters => ({
  ...filters,
  [DIMENSIONS[dimension].filter]: undefined,
});

type Filters = [keyof AgentFilters, string][];

/** The filters that none of these dimensions leaves out, and the others. */
function splitFilters(filters: AgentFilters, dimensions: readonly Dimension[]) {
  const own = dimensions.map((dimension) => DIMENSIONS[dimension].filter);
  const given = Object.entries(filters).filter(([, value]) => value) as Filters;
  return {
    shared: Object.fromEntries(given.filter(([name]) => !own.includes(name))) as AgentFilters,
    others: Object.fromEntries(given.filter(([name]) => own.includes(name))) as AgentFilters,
  };
}

/** The values of one dimension with how many rows have each, the most frequent first. */
const branchOf = (dimension: Dimension, from: SQL, column: SQLWrapper, total: SQL, where: SQL | undefined) =>
  sql`(select ${dimension} as dimension, ${column} as value, ${total} as agents from ${from}
    where ${where ?? sql`true`} group by ${column} having ${total} > 0
    order by 3 desc, 2 limit ${DIMENSIONS[dimension].values})`;

async function readBranches({ db }: Context, dimensions: readonly Dimension[], branches: SQL[], before = sql``) {
  const counts: Counts = Object.fromEntries(dimensions.map((dimension) => [dimension, []]));
  if (branches.length === 0) return counts;
  const statement = sql`${before}${sql.join(branches, sql` union all `)}`;
  const rows = await db.execute<{ dimension: Dimension; value: string; agents: string }>(statement);
  for (const { dimension, value, agents: n } of rows) counts[dimension]?.push({ value, agents: Number(n) });
  return counts;
}

/** Counts dimensions by the counter table. */
function countByCounts(ctx: Context, filters: AgentFilters, dimensions: CountedDimension[]): Promise<Counts> {
  const branches = dimensions.map((dimension) => {
    const where = matchingCounts(without(filters, dimension))?.where;
    return branchOf(dimension, sql`${agentCounts}`, COUNTED[dimension], sql`sum(${agentCounts.agents})`, where);
  });
  return readBranches(ctx, dimensions, branches);
}

/** Counts dimensions among the agents. Filters that all of them share are applied once. */
function countAgents(ctx: Context, filters: AgentFilters, dimensions: Dimension[]): Promise<Counts> {
  const { shared, others } = splitFilters(filters, dimensions);
  const columns = [...Object.values(DIMENSIONS).map(({ column }) => column), agents.modelGiven];
  const isShared = Object.keys(shared).length > 0;
  // The rows that match are named as the table is, so that a condition holds for either.
  const matched = isShared
    ? sql`with agents as materialized (
        select ${sql.join(columns, sql`, `)} from public.agents where ${matching(shared)}) `
    : sql``;
  const branches = dimensions.map((dimension) => {
    const { column } = DIMENSIONS[dimension];
    const isSaid = dimension === "model" ? sql`${agents.modelGiven}` : ne(column, "");
    const where = and(isSaid, matching(without(others, dimension)));
    return branchOf(dimension, sql`agents`, column, sql`count(*)`, where);
  });
  return readBranches(ctx, dimensions, branches, matched);
}

/** What is counted of all agents, with the version of the counts. */
async function surveyRegister({ db }: Context): Promise<{ everyone: number; demo: number; version: number }> {
  const sum = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const { agents: each, isDemo, version } = agentCounts;
  const [survey] = await db
    .select({
      everyone: sum(each),
      demo: sum(sql`case when ${isDemo} then ${each} end`),
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
  const dimensions = Object.keys(DIMENSIONS) as Dimension[];
  const isCounted = (dimension: Dimension): dimension is CountedDimension =>
    dimension in COUNTED && matchingCounts(without(filters, dimension)) !== null;
  const others = dimensions.filter((dimension) => !isCounted(dimension));
  const [counted, among] = await Promise.all([
    countByCounts(ctx, filters, dimensions.filter(isCounted)),
    countOnce(ctx, filters, others, version),
  ]);
  const { zone = [], status = [], tier = [], role = [], model = [] } = { ...counted, ...among };
  return { zone, status, tier, role, model, ...survey };
}
