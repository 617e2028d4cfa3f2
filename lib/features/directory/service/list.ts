import { and, gt } from "drizzle-orm";
import { type Context, charged } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import type { Agent } from "@/lib/features/agents/schema";
import { shortenAgent } from "@/lib/features/agents/shorten";
import { viewAgent } from "@/lib/features/agents/view";
import type {
  Directory,
  DirectoryFilters,
  DirectoryQuery,
  Leaderboard,
  LeaderboardQuery,
} from "@/lib/features/directory/directory-schema";
import { type AgentFilters, filterCondition } from "@/lib/features/directory/service/filters";
import { findAgents, orderOf } from "@/lib/features/directory/service/find-agents";
import { settings } from "@/lib/foundation/env";
import { NETWORK_STATUS, SPEC_VERSION } from "@/lib/foundation/versions";

/** Returns a page of the public registry, filtered, with rows of a bounded size. */
export async function listDirectory(
  ctx: Context,
  { limit, offset, sort, ...filters }: DirectoryQuery,
): Promise<Directory> {
  const found = await findAgents(ctx, filters, { limit, offset, sort });
  return {
    federation: settings().FEDERATION_NAME,
    network_status: NETWORK_STATUS,
    spec_version: SPEC_VERSION,
    timestamp: ctx.clock().toISOString(),
    total: found.total,
    limit,
    offset,
    agents: charged(() => found.agents.map((row) => shortenAgent(viewAgent(row)))),
  };
}

export async function listBestAgents({ db }: Context, { limit }: { limit: number }): Promise<string[]> {
  const rows = await db
    .select({ did: agents.did })
    .from(agents)
    .where(filterCondition({}))
    .orderBy(...orderOf("score", agents))
    .limit(limit);
  return rows.map(({ did }) => did);
}

/** Maximum number of members in a feed. */
const RECENT = 50;

/**
 * Returns the newest members that match the filters. With a search text, only those whose records contain all its
 * words.
 */
export async function listNewestAgents(ctx: Context, { q, ...filters }: DirectoryFilters): Promise<Agent[]> {
  const page = { limit: RECENT, offset: 0, sort: "newest" } as const;
  const found = await findAgents(ctx, { ...filters, text: q }, page);
  return found.agents.map(viewAgent);
}

/** Listed records are not ranked. */
const MEMBERS: AgentFilters = { membership: "member" };

/** Returns the ranking of the members by trust score. Equal scores share a rank, and the next rank counts them all: 1, 2, 2, 4. */
export async function rankAgents(ctx: Context, { limit, offset }: LeaderboardQuery): Promise<Leaderboard> {
  const found = await findAgents(ctx, MEMBERS, { limit, offset });
  const [first] = found.agents;
  const above =
    first && offset > 0
      ? await ctx.db.$count(agents, and(filterCondition(MEMBERS), gt(agents.trustScore, first.trustScore)))
      : 0;
  const places = found.agents.map(({ trustScore }) => trustScore);
  return {
    agents: found.agents.map((row) => ({
      rank: row.trustScore === first?.trustScore ? above + 1 : offset + places.indexOf(row.trustScore) + 1,
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
