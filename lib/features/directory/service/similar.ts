import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { searchRecord } from "@/lib/features/agents/search-record";
import { compareSkills, findSimilarAgents } from "@/lib/features/agents/service/rank-agents";
import { notFound } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import type { SimilarAgent, SimilarAgents } from "../similar-schema";

const MOST_ALIKE_SKILLS = 3;

/**
 * Finds the offered agents that are similar to an agent, the most similar first.
 * @throws ServiceError `notFound`
 */
export async function findSimilar(
  ctx: Context,
  { did, limit }: { did: string; limit: number },
): Promise<SimilarAgent[]> {
  if (matchesNothing(did)) throw notFound();
  const [own] = await ctx.db.select().from(agents).where(eq(agents.did, did));
  if (!own) throw notFound();
  const record = searchRecord(own);
  const similar = await findSimilarAgents(ctx, record, limit);
  if (similar.length === 0) return [];
  const dids = similar.map((each) => each.did);
  const rows = await ctx.db
    .select()
    .from(agents)
    .where(sql`${agents.did} in (select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb))`);
  return similar.flatMap(({ did, similarity, cosine, words }): SimilarAgent[] => {
    const row = rows.find((agent) => agent.did === did);
    if (!row) return [];
    const alike = compareSkills(ctx, record, searchRecord(row)).slice(0, MOST_ALIKE_SKILLS);
    return [
      {
        did,
        name: row.name,
        description: row.description,
        role: row.role,
        trust_tier: row.trustTier,
        trust_score: row.trustScore,
        ...(row.listed ? { listed_from: row.listed } : {}),
        words,
        similarity: rounded(similarity),
        cosine: cosine === null ? null : rounded(cosine),
        alike: alike.map(({ skill, ownSkill, near }) => ({ skill, own_skill: ownSkill, cosine: rounded(near) })),
      },
    ];
  });
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

export async function similarAgents(
  ctx: Context,
  { did, limit }: { did: string; limit: number },
): Promise<SimilarAgents> {
  return { did, similar: await findSimilar(ctx, { did, limit }), generated_at: ctx.clock().toISOString() };
}
