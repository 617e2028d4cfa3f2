import { and, count, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/context";
import { type AgentRow, agentCounts, agents } from "@/lib/db/schema/agents";
import { showZone } from "@/lib/did";
import { containsPattern, matchesNothing } from "../rules";
import type { DirectoryFilters, DirectorySort } from "../schema";

type Filter = keyof DirectoryFilters;

const contains = (column: Parameters<typeof ilike>[0], part: string) => ilike(column, containsPattern(part));

/** What each filter asks of an agent. */
const CONDITIONS: Record<Filter, (value: string) => SQL | undefined> = {
  zone: (zone) => eq(agents.zone, showZone(zone)),
  status: (status) => eq(agents.status, status),
  tier: (tier) => sql`${agents.trustTier} = ${tier}`,
  demo: (demo) => eq(agents.isDemo, demo !== "hide"),
  role: (role) => contains(agents.role, role),
  role_is: (role) => eq(agents.role, role),
  model: (model) => or(contains(agents.model, model), contains(agents.provider, model)),
  model_is: (model) => eq(agents.model, model),
  q: (q) => or(contains(agents.did, q), contains(agents.name, q)),
};

/** The filters that the counter table knows; the others need the agents themselves. */
const COUNTED: Partial<Record<Filter, (value: string) => SQL>> = {
  zone: (zone) => eq(agentCounts.zone, showZone(zone)),
  status: (status) => eq(agentCounts.status, status),
  tier: (tier) => sql`${agentCounts.trustTier} = ${tier}`,
  demo: (demo) => eq(agentCounts.isDemo, demo !== "hide"),
};

function given(filters: DirectoryFilters): [Filter, string][] {
  return Object.entries(filters).flatMap(([name, value]) => (value ? [[name as Filter, value]] : []));
}

/** The condition that an agent passes all the filters. */
export function matching(filters: DirectoryFilters): SQL | undefined {
  const present = given(filters);
  if (present.some(([, value]) => matchesNothing(value))) return sql`false`;
  return and(...present.map(([name, value]) => CONDITIONS[name](value)));
}

/** The same over the counter table; null where a filter is none that it knows. */
export function matchingCounts(filters: DirectoryFilters): { where: SQL | undefined } | null {
  const conditions = given(filters).map(([name, value]) =>
    matchesNothing(value) ? sql`false` : COUNTED[name]?.(value),
  );
  return conditions.every((condition) => condition !== undefined) ? { where: and(...conditions) } : null;
}

type Ordered = Record<"trustScore" | "did" | "name" | "registeredAt", AnyPgColumn | SQL.Aliased>;

/** The directory's orders; the DID settles every tie, so that pages never overlap. */
export const ORDERS: Record<DirectorySort, (t: Ordered) => (AnyPgColumn | SQL | SQL.Aliased)[]> = {
  score: (t) => [desc(t.trustScore), t.did],
  name: (t) => [t.name, t.did],
  newest: (t) => [desc(t.registeredAt), t.did],
};

interface PageWanted {
  limit: number;
  offset: number;
  sort?: DirectorySort | undefined;
}

/** One page of the matching agents, as a statement that is not sent yet. */
function pageOf({ db }: Context, filters: DirectoryFilters, { limit, offset, sort = "score" }: PageWanted) {
  return db
    .select()
    .from(agents)
    .where(matching(filters))
    .orderBy(...ORDERS[sort](agents))
    .limit(limit)
    .offset(offset);
}

/** The first of the matching agents in the directory's order; how many match is not counted. */
export async function firstAgents(ctx: Context, filters: DirectoryFilters, limit: number): Promise<AgentRow[]> {
  return pageOf(ctx, filters, { limit, offset: 0 });
}

/** One page of the matching agents, and how many match, in one statement. */
export async function findAgents(
  ctx: Context,
  filters: DirectoryFilters,
  wanted: PageWanted,
): Promise<{ total: number; agents: AgentRow[] }> {
  const { db } = ctx;
  const { sort = "score" } = wanted;
  const counted = matchingCounts(filters);
  const total = counted
    ? db
        .select({ total: sql<number>`coalesce(sum(${agentCounts.agents}), 0)`.mapWith(Number).as("total") })
        .from(agentCounts)
        .where(counted.where)
    : db
        .select({ total: count().as("total") })
        .from(agents)
        .where(matching(filters));
  const totals = total.as("totals");
  const page = pageOf(ctx, filters, wanted).as("page");
  const rows = await db
    .select()
    .from(totals)
    .leftJoin(page, sql`true`)
    .orderBy(...ORDERS[sort](page));
  return {
    total: rows[0]?.totals.total ?? 0,
    agents: rows.flatMap(({ page: row }) => (row === null ? [] : [row])),
  };
}
