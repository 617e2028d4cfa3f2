import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/open";
import { agents } from "@/lib/db/schema/agents";
import { agentSkills, vectorModel } from "@/lib/db/schema/vectors";
import { vectorLiteral } from "../rules";
import { presentEmbedder } from "./present-embedder";
import { indexedVector, vectorStoreOf } from "./store";

const NEAREST_VECTORS = 100;

/** Agents whose nearest skill has a smaller cosine are not offered. It depends on the model. */
export const LEAST_COSINE = 0.35;

/** An active agent, and which of its skills is nearest to a text. */
export interface NearAgent {
  did: string;
  skill: string;
  /** Of the skill's best vector, at most 1. */
  cosine: number;
}

/**
 * Finds the active agents whose skills are nearest to a text by their vectors, the nearest first. Bounded whatever the text.
 * @returns null where nothing can be compared now: the model does not answer, or the database has no vectors of it
 */
export async function nearestAgents(db: Database, text: string, limit: number): Promise<NearAgent[] | null> {
  const store = vectorStoreOf(db);
  if (!store) return null;
  const embedder = presentEmbedder();
  const vector = await embedder.embedIntent(text);
  if (vector === null) return null;
  const literal = vectorLiteral(vector);
  if (literal === null) return [];
  const { model } = embedder;
  const dimensions = sql.raw(String(vector.length));
  const distance = sql`${indexedVector(vector.length)} <=> ${literal}::vector(${dimensions})`;
  const rows = await db.execute<{ semantic: boolean; did: string | null; skill: string; cosine: number }>(sql`
    with asked as materialized (
      select exists (select from ${vectorModel} where model = ${model} and dimensions = ${dimensions}) as semantic,
        set_config('hnsw.ef_search', ${String(NEAREST_VECTORS)}, true),
        set_config('hnsw.iterative_scan', 'relaxed_order', true)
    ), nearest as materialized (
      select v.skill_id as id, 1 - (${distance}) as cosine
      from skill_vectors as v
      where (select semantic from asked) and (
        select v.model = ${model} and (select a.status = 'active' from ${agents} as a where a.did = s.did)
        from ${agentSkills} as s where s.id = v.skill_id)
      order by ${distance} limit ${NEAREST_VECTORS}
    ), best as (
      select distinct on (s.did) s.did, s.name as skill, nearest.cosine::real as cosine
      from nearest join ${agentSkills} as s on s.id = nearest.id
      where nearest.cosine >= ${LEAST_COSINE} order by s.did, nearest.cosine desc, s.id
    )
    select asked.semantic, best.did, best.skill, best.cosine from asked left join best on true
    order by best.cosine desc nulls last, best.did limit ${limit}`);
  if (!rows[0]?.semantic) return null;
  return rows.flatMap(({ did, skill, cosine }) => (did === null ? [] : [{ did, skill, cosine }]));
}
