import { sql } from "drizzle-orm";
import { offered } from "@/lib/database/offered";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { agentSkills, skillEmbeddings, vectorModel } from "@/lib/database/schema/vectors";
import { type PackedEmbedding, PackedEmbeddings, packEmbedding } from "../packed-embeddings";
import { vectorLiteral } from "../rules";
import { getActiveEmbedder } from "./get-embedder";
import { indexedVector, modelLiteral, vectorStoreOf } from "./store";

const NEAREST_VECTORS = 100;

/**
 * Minimum similarity of an agent's closest skill: beside agents that contain the words, and if no agent contains them,
 * when a weak match is better than none. They depend on the model, and were chosen with the questions of
 * `npm run bench:search -- retrieval`.
 */
export const LEAST_NEARNESS = { beside: 0.4, instead: 0.2 } as const;

/** The part of the cosine that remains for a text that the model cannot read at all. */
const ILLEGIBLE_SHARE = 0.7;

/** An offered agent, and its skill that is closest to a text. */
export interface NearAgent {
  did: string;
  skill: string;
  /**
   * The cosine of the closest of the skill's texts, reduced if the model reads it badly; or of the skill's best vector
   * if embeddings are not known. At most 1.
   */
  nearness: number;
}

type Row = { semantic: boolean; did: string | null; skill: string; cosine: number; packed: Uint8Array | null };

function nearnessOf(asked: PackedEmbedding, said: PackedEmbeddings): number {
  const each = said.cosines(asked).map((cosine, n) => {
    const confidence = said.at(n)?.confidence ?? 0;
    return cosine * (ILLEGIBLE_SHARE + (1 - ILLEGIBLE_SHARE) * confidence);
  });
  return Math.max(...each);
}

/**
 * Finds the offered agents whose skills are closest to a text by their vectors, closest first. The cost is bounded for
 * any text.
 * @param least the minimum similarity
 * @returns null if nothing can be compared now: the model does not respond, or the database has no vectors of it
 */
export async function nearestAgents(
  db: Database,
  text: string,
  { limit, least }: { limit: number; least: number },
): Promise<NearAgent[] | null> {
  const store = vectorStoreOf(db);
  if (!store) return null;
  const embedder = getActiveEmbedder(db);
  const embedded = await embedder.embedIntent(text);
  if (embedded === null) return null;
  const literal = vectorLiteral(embedded.vector);
  if (literal === null) return [];
  const { model } = embedder;
  const { length } = embedded.vector;
  const dimensions = sql.raw(String(length));
  const distance = sql`${indexedVector(length)} <=> ${literal}::vector(${dimensions})`;
  const rows = await db.execute<Row>(sql`
    with asked as materialized (
      select exists (select from ${vectorModel} where model = ${model} and dimensions = ${dimensions}) as semantic,
        set_config('hnsw.ef_search', ${String(NEAREST_VECTORS)}, true),
        set_config('hnsw.iterative_scan', 'relaxed_order', true)
    ), nearest as materialized (
      select v.skill_id as id, 1 - (${distance}) as cosine
      from skill_vectors as v
      where (select semantic from asked) and v.model = ${modelLiteral(model)} and (
        select (select ${offered("a")} from ${agents} as a where a.did = s.did)
        from ${agentSkills} as s where s.id = v.skill_id)
      order by ${distance} limit ${NEAREST_VECTORS}
    ), skill as (
      select id, max(cosine)::real as cosine from nearest group by id
    )
    select asked.semantic, s.did, s.name as skill, skill.cosine, m.packed
    from asked left join skill on true left join ${agentSkills} as s on s.id = skill.id
      left join ${skillEmbeddings} as m on m.skill_id = skill.id
    order by skill.cosine desc nulls last, s.did`);
  if (!rows[0]?.semantic) return null;
  const asked = embedded.embedding && packEmbedding(embedded.embedding);
  const near = rows.flatMap(({ did, skill, cosine, packed }) => {
    if (did === null) return [];
    const isKnown = asked && packed;
    const nearness = isKnown ? nearnessOf(asked, new PackedEmbeddings(packed)) : cosine;
    // If embeddings are not known, similarity of words is accidental.
    return nearness >= (isKnown ? least : Math.max(least, LEAST_NEARNESS.beside)) ? [{ did, skill, nearness }] : [];
  });
  return bestOfEach(near).slice(0, limit);
}

function bestOfEach(near: readonly NearAgent[]): NearAgent[] {
  const best = new Map<string, NearAgent>();
  for (const one of near.toSorted((a, b) => b.nearness - a.nearness)) if (!best.has(one.did)) best.set(one.did, one);
  return [...best.values()];
}
