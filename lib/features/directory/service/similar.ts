import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import type { SimilarAgent, SimilarAgents } from "@/lib/features/agents/schema";
import { notFound } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { fuseRankings } from "@/lib/search/rank-fusion";
import { findSimilarByName } from "./similar-names";
import { findSimilarBySkills, type SimilarBySkill } from "./similar-skills";

const NO_SKILL: SimilarBySkill = { similarity: null, cosine: null, alike: [] };

/**
 * Finds the offered agents that are similar to an agent, by the meaning of skills and by rare words of its name. Agents
 * found both ways come first. Empty if the agent does not exist.
 */
export async function findSimilar(
  { db }: Context,
  { did, limit }: { did: string; limit: number },
): Promise<SimilarAgent[]> {
  if (matchesNothing(did)) return [];
  const [bySkills, byName] = await Promise.all([findSimilarBySkills(db, did), findSimilarByName(db, did)]);
  const dids = fuseRankings([...bySkills.keys()], [...byName.keys()]).slice(0, limit);
  if (dids.length === 0) return [];
  const rows = await db
    .select()
    .from(agents)
    .where(sql`${agents.did} in (select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb))`);
  return dids.flatMap((found) => {
    const row = rows.find((agent) => agent.did === found);
    if (!row) return [];
    return [
      {
        did: found,
        name: row.name,
        description: row.description,
        role: row.role,
        trust_tier: row.trustTier,
        trust_score: row.trustScore,
        ...(row.listed ? { listed_from: row.listed } : {}),
        words: byName.get(found) ?? [],
        ...(bySkills.get(found) ?? NO_SKILL),
      },
    ];
  });
}

/**
 * Finds the agents that are similar to an agent.
 * @throws ServiceError `notFound`
 */
export async function similarAgents(
  ctx: Context,
  { did, limit }: { did: string; limit: number },
): Promise<SimilarAgents> {
  if (matchesNothing(did) || (await ctx.db.$count(agents, eq(agents.did, did))) === 0) throw notFound();
  return { did, similar: await findSimilar(ctx, { did, limit }), generated_at: ctx.clock().toISOString() };
}
