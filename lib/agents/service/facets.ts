import { and, asc, count, desc, ne, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/context";
import { agentCounts, agents } from "@/lib/db/schema/agents";
import type { DirectoryFilters, Facets } from "../schema";
import { matching, matchingCounts } from "./search";

type Dimension = "zone" | "status" | "tier" | "role" | "model";
type Counts = Record<Dimension, Facets["zone"]>;

/** Each dimension's column, the filter it stands for, and how many of its values are shown. */
const DIMENSIONS: Record<Dimension, { column: PgColumn; filter: keyof DirectoryFilters; values: number }> = {
  zone: { column: agents.zone, filter: "zone", values: 30 },
  status: { column: agents.status, filter: "status", values: 10 },
  tier: { column: agents.trustTier, filter: "tier", values: 5 },
  role: { column: agents.role, filter: "role_is", values: 8 },
  model: { column: agents.model, filter: "model_is", values: 8 },
};
const COUNTED = { zone: agentCounts.zone, status: agentCounts.status, tier: agentCounts.trustTier } as const;

const KEEP_MILLISECONDS = 60_000;
const MAX_KEPT = 200;

// Counting 100,000 agents by role and model takes longer than all else on the page, and seldom comes out otherwise.
const kept = new Map<string, { counts: Promise<Counts>; until: number }>();

const without = (filters: DirectoryFilters, dimension: Dimension): DirectoryFilters => ({
  ...filters,
  [DIMENSIONS[dimension].filter]: undefined,
});

/** Counts the agents of the given dimensions, in one statement. */
async function countAgents({ db }: Context, filters: DirectoryFilters): Promise<Counts> {
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
  const rows = await unionAll(branch("zone"), branch("status"), branch("tier"), branch("role"), branch("model"));
  const of = (dimension: Dimension) =>
    rows.filter((row) => row.dimension === dimension).map(({ value, agents: n }) => ({ value, agents: Number(n) }));
  return { zone: of("zone"), status: of("status"), tier: of("tier"), role: of("role"), model: of("model") };
}

/** What is counted of the whole register, with a fingerprint that changes whenever any of these counts does. */
async function surveyRegister({ db }: Context): Promise<{ everyone: number; demo: number; fingerprint: string }> {
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

/**
 * The directory's facets. Zones, states and tiers are exact; where an agent merely changes its role or model, those two
 * counts may be up to a minute old.
 */
export async function listFacets(ctx: Context, filters: DirectoryFilters): Promise<Facets> {
  const { everyone, demo, fingerprint } = await surveyRegister(ctx);
  const key = JSON.stringify([fingerprint, filters]);
  const known = kept.get(key);
  if (known && known.until > Date.now()) return { ...(await known.counts), demo, everyone };
  const counts = countAgents(ctx, filters);
  const [oldest] = kept.size >= MAX_KEPT ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, { counts, until: Date.now() + KEEP_MILLISECONDS });
  counts.catch(() => kept.delete(key));
  return { ...(await counts), demo, everyone };
}

function sum(column: PgColumn): SQL<number> {
  return sql<number>`sum(${column})`.mapWith(Number);
}
