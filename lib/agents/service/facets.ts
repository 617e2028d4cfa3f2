import { and, asc, count, desc, ne, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/context";
import { agentCounts, agents } from "@/lib/db/schema/agents";
import type { DirectoryFilters, Facets } from "../schema";
import { matching, matchingCounts } from "./search";

type Dimension = "zone" | "status" | "tier" | "role" | "model";
type Counts = Partial<Record<Dimension, Facets["zone"]>>;

/** Each dimension's column, the filter it stands for, and how many of its values are shown. */
const DIMENSIONS: Record<Dimension, { column: PgColumn; filter: keyof DirectoryFilters; values: number }> = {
  zone: { column: agents.zone, filter: "zone", values: 30 },
  status: { column: agents.status, filter: "status", values: 10 },
  tier: { column: agents.trustTier, filter: "tier", values: 5 },
  role: { column: agents.role, filter: "role_is", values: 8 },
  model: { column: agents.model, filter: "model_is", values: 8 },
};
const COUNTED = { zone: agentCounts.zone, status: agentCounts.status, tier: agentCounts.trustTier } as const;

/** Up to so many members everything is counted anew each time: that takes a few milliseconds. */
const COUNT_ANEW_UP_TO = 10_000;
const FRESH_MILLISECONDS = 60_000;
const MAX_KEPT = 200;

interface Kept {
  counts: Counts;
  fingerprint: string;
  countedAt: number;
  /** A newer count under way. */
  refresh?: Promise<Counts>;
}

// Counting 100,000 agents by role and model takes longer than all else on the page, and seldom comes out otherwise.
const kept = new Map<string, Kept>();

const without = (filters: DirectoryFilters, dimension: Dimension): DirectoryFilters => ({
  ...filters,
  [DIMENSIONS[dimension].filter]: undefined,
});

/** Counts the agents by the given dimensions, in one statement. */
async function countAgents({ db }: Context, filters: DirectoryFilters, dimensions: Dimension[]): Promise<Counts> {
  const branch = (dimension: Dimension) => {
    const { column, values } = DIMENSIONS[dimension];
    const counted = matchingCounts(without(filters, dimension));
    const source = dimension in COUNTED && counted ? COUNTED[dimension as keyof typeof COUNTED] : undefined;
    const value = sql<string>`${source ?? column}`.as("value");
    const total = source ? sum(agentCounts.agents) : count();
    const chosen = { dimension: sql<Dimension>`${dimension}`.as("dimension"), value, agents: total.as("agents") };
    const where = source ? counted?.where : and(ne(column, ""), matching(without(filters, dimension)));
    return db
      .select(chosen)
      .from(source ? agentCounts : agents)
      .where(where)
      .groupBy(source ?? column)
      .having(sql`${total} > 0`)
      .orderBy(desc(sql`3`), asc(sql`2`))
      .limit(values);
  };
  const [first, second, ...others] = dimensions.map(branch);
  if (!first) return {};
  const rows = await (second ? unionAll(first, second, ...others) : first);
  const counts: Counts = Object.fromEntries(dimensions.map((dimension) => [dimension, []]));
  for (const { dimension, value, agents: n } of rows) counts[dimension]?.push({ value, agents: Number(n) });
  return counts;
}

interface Survey {
  everyone: number;
  demo: number;
  fingerprint: string;
}

/** What is counted of the whole register, with a fingerprint that changes whenever any of these counts does. */
async function surveyRegister({ db }: Context): Promise<Survey> {
  const cell = sql`(${agentCounts.zone}, ${agentCounts.status}, ${agentCounts.trustTier}, ${agentCounts.isDemo}, ${agentCounts.slot})`;
  const [survey] = await db
    .select({
      everyone: sql<number>`coalesce(sum(${agentCounts.agents}), 0)`.mapWith(Number),
      demo: sql<number>`coalesce(sum(${agentCounts.agents}) filter (where ${agentCounts.isDemo}), 0)`.mapWith(Number),
      fingerprint: sql<string>`coalesce(md5(string_agg(${cell}::text || ${agentCounts.agents}, ',' order by ${cell})), '')`,
    })
    .from(agentCounts);
  return survey ?? { everyone: 0, demo: 0, fingerprint: "" };
}

/** Counts the dimensions that need the agents themselves; in a large register the last count answers meanwhile. */
async function countSlowly(
  ctx: Context,
  filters: DirectoryFilters,
  slow: Dimension[],
  survey: Survey,
): Promise<Counts> {
  if (survey.everyone <= COUNT_ANEW_UP_TO) return countAgents(ctx, filters, slow);
  const key = JSON.stringify(filters);
  const last = kept.get(key);
  const { fingerprint } = survey;
  if (last?.fingerprint === fingerprint && Date.now() - last.countedAt < FRESH_MILLISECONDS) return last.counts;
  if (last?.refresh) return last.counts;
  const counting = countAgents(ctx, filters, slow).then((counts) => {
    const [oldest] = kept.size >= MAX_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, { counts, fingerprint, countedAt: Date.now() });
    return counts;
  });
  if (!last) return counting;
  last.refresh = counting;
  counting.catch(() => delete last.refresh);
  return last.counts;
}

/**
 * The directory's facets. Zones, states and tiers are exact. The counts of roles and models, and all of them under a text
 * filter, are those of the last look where the register is large, while a newer count is under way.
 */
export async function listFacets(ctx: Context, filters: DirectoryFilters): Promise<Facets> {
  const survey = await surveyRegister(ctx);
  const dimensions = Object.keys(DIMENSIONS) as Dimension[];
  const isQuick = (dimension: Dimension) =>
    dimension in COUNTED && matchingCounts(without(filters, dimension)) !== null;
  const [quick, slow] = await Promise.all([
    countAgents(ctx, filters, dimensions.filter(isQuick)),
    countSlowly(
      ctx,
      filters,
      dimensions.filter((dimension) => !isQuick(dimension)),
      survey,
    ),
  ]);
  const { zone = [], status = [], tier = [], role = [], model = [] } = { ...quick, ...slow };
  return { zone, status, tier, role, model, demo: survey.demo, everyone: survey.everyone };
}

function sum(column: PgColumn): SQL<number> {
  return sql<number>`sum(${column})`.mapWith(Number);
}
