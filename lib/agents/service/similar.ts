import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { notFound } from "@/lib/errors";
import { matchesNothing } from "../rules";
import type { SimilarAgent, SimilarAgents } from "../schema";
import { fused } from "./rank-fusion";
import { findAlikeByName } from "./similar-names";
import { type AlikeBySkill, findAlikeBySkills } from "./similar-skills";

const NO_SKILL: AlikeBySkill = { similarity: null, cosine: null, alike: [] };

/**
 * Finds the active agents that are like an agent, by the meaning of what their skills say and by rare words of its name:
 * those first that both bring. Empty for an agent that is not there.
 */
export async function findSimilar(
  { db }: Context,
  { did, limit }: { did: string; limit: number },
): Promise<SimilarAgent[]> {
  if (matchesNothing(did)) return [];
  const [bySkills, byName] = await Promise.all([findAlikeBySkills(db, did), findAlikeByName(db, did)]);
  const dids = fused([...bySkills.keys()], [...byName.keys()]).slice(0, limit);
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
        ...{ did: found, name: row.name, description: row.description, role: row.role },
        ...{ trust_tier: row.trustTier, trust_score: row.trustScore },
        words: byName.get(found) ?? [],
        ...(bySkills.get(found) ?? NO_SKILL),
      },
    ];
  });
}

/**
 * Finds the agents that are like an agent.
 * @throws ServiceError `notFound`
 */
export async function similarAgents(
  ctx: Context,
  { did, limit }: { did: string; limit: number },
): Promise<SimilarAgents> {
  if (matchesNothing(did) || (await ctx.db.$count(agents, eq(agents.did, did))) === 0) throw notFound();
  return { did, similar: await findSimilar(ctx, { did, limit }), generated_at: ctx.clock().toISOString() };
}
