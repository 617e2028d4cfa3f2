import { and, count, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agentCounts, agents } from "@/lib/db/schema/agents";
import { showZone } from "@/lib/did";
import { settings } from "@/lib/env";
import { notFound } from "@/lib/errors";
import type { Tier } from "@/lib/tiers";
import { NETWORK_STATUS, SPEC_VERSION } from "@/lib/versions";
import { containsPattern, matchesNothing } from "../rules";
import type { AgentProfile, Directory, DirectoryQuery, Leaderboard, LeaderboardQuery } from "../schema";
import { viewAgent, viewProfile } from "../view";

type Filters = Omit<DirectoryQuery, "limit" | "offset">;

function conditionsOf({ zone, status, model, role, q }: Filters): (SQL | undefined)[] {
  const given = [zone, status, model, role, q].filter((filter) => filter !== undefined);
  if (given.some(matchesNothing)) return [sql`false`];
  return [
    zone ? eq(agents.zone, showZone(zone)) : undefined,
    status ? eq(agents.status, status) : undefined,
    model ? or(ilike(agents.model, containsPattern(model)), ilike(agents.provider, containsPattern(model))) : undefined,
    role ? ilike(agents.role, containsPattern(role)) : undefined,
    q ? or(ilike(agents.did, containsPattern(q)), ilike(agents.name, containsPattern(q))) : undefined,
  ];
}

/** One page of the matching agents in the directory's order, and how many match, in one statement. */
async function findPage({ db }: Context, filters: Filters, { limit, offset }: { limit: number; offset: number }) {
  const where = and(...conditionsOf(filters));
  const { zone, status, model, role, q } = filters;
  const searched = Boolean(model || role || q) || [zone, status].some((filter) => matchesNothing(filter ?? ""));
  const total = searched
    ? db
        .select({ total: count().as("total") })
        .from(agents)
        .where(where)
    : db
        .select({ total: sql<number>`coalesce(sum(${agentCounts.agents}), 0)`.mapWith(Number).as("total") })
        .from(agentCounts)
        .where(
          and(
            zone ? eq(agentCounts.zone, showZone(zone)) : undefined,
            status ? eq(agentCounts.status, status) : undefined,
          ),
        );
  const totals = total.as("totals");
  const page = db
    .select()
    .from(agents)
    .where(where)
    .orderBy(desc(agents.trustScore), agents.did)
    .limit(limit)
    .offset(offset)
    .as("page");
  const rows = await db.select().from(totals).leftJoin(page, sql`true`).orderBy(desc(page.trustScore), page.did);
  return {
    total: rows[0]?.totals.total ?? 0,
    agents: rows.flatMap(({ page: row }): AgentRow[] => (row === null ? [] : [row])),
  };
}

/** The public registry, filtered and paged. */
export async function listDirectory(ctx: Context, { limit, offset, ...filters }: DirectoryQuery): Promise<Directory> {
  const found = await findPage(ctx, filters, { limit, offset });
  return {
    federation: settings().FEDERATION_NAME,
    network_status: NETWORK_STATUS,
    spec_version: SPEC_VERSION,
    timestamp: ctx.clock().toISOString(),
    total: found.total,
    limit,
    offset,
    agents: found.agents.map(viewAgent),
  };
}

/**
 * One agent with the signals of its score.
 * @throws ServiceError `notFound`
 */
export async function getAgent({ db }: Context, { did }: { did: string }): Promise<AgentProfile> {
  if (matchesNothing(did)) throw notFound();
  const [row] = await db.select().from(agents).where(eq(agents.did, did));
  if (!row) throw notFound();
  return viewProfile(row);
}

/** How many agents stand at each tier. */
export async function countAgentsByTier({ db }: Context): Promise<Record<Tier, number>> {
  const rows = await db
    .select({ tier: agentCounts.trustTier, agents: sql<number>`sum(${agentCounts.agents})`.mapWith(Number) })
    .from(agentCounts)
    .groupBy(agentCounts.trustTier);
  const none = { T0: 0, T1: 0, T2: 0, T3: 0, T4: 0 };
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.tier, row.agents])) };
}

/** The ranking by trust score. */
export async function rankAgents(ctx: Context, { limit, offset }: LeaderboardQuery): Promise<Leaderboard> {
  const found = await findPage(ctx, {}, { limit, offset });
  return {
    agents: found.agents.map((row, index) => ({
      rank: offset + index + 1,
      did: row.did,
      name: row.name,
      zone: row.zone,
      trust_tier: row.trustTier,
      trust_score: row.trustScore,
      status: row.status,
      is_demo: row.isDemo,
    })),
    total: found.total,
    limit,
    offset,
    generated_at: ctx.clock().toISOString(),
  };
}
