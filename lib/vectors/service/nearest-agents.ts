import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/open";
import { agents } from "@/lib/db/schema/agents";
import { agentSkills, skillMeanings, vectorModel } from "@/lib/db/schema/vectors";
import { PackedMeanings, packMeaning } from "../meanings";
import { vectorLiteral } from "../rules";
import { servingEmbedder } from "./present-embedder";
import { indexedVector, modelLiteral, vectorStoreOf } from "./store";

const NEAREST_VECTORS = 100;

/** Agents whose nearest skill has a smaller cosine are not offered. It depends on the model. */
export const LEAST_COSINE = 0.4;

/** An active agent, and which of its skills is nearest to a text. */
export interface NearAgent {
  did: string;
  skill: string;
  /** Of what the skill says that is nearest in meaning, or of its best vector where meanings are not known; at most 1. */
  cosine: number;
}

type Row = { semantic: boolean; did: string | null; skill: string; cosine: number; packed: Uint8Array | null };

/**
 * Finds the active agents whose skills are nearest to a text by their vectors, the nearest first. Bounded whatever the text.
 * @returns null where nothing can be compared now: the model does not answer, or the database has no vectors of it
 */
export async function nearestAgents(db: Database, text: string, limit: number): Promise<NearAgent[] | null> {
  const store = vectorStoreOf(db);
  if (!store) return null;
  const embedder = servingEmbedder(db);
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
        select (select a.status = 'active' from ${agents} as a where a.did = s.did)
        from ${agentSkills} as s where s.id = v.skill_id)
      order by ${distance} limit ${NEAREST_VECTORS}
    ), skill as (
      select id, max(cosine)::real as cosine from nearest group by id
    )
    select asked.semantic, s.did, s.name as skill, skill.cosine, m.packed
    from asked left join skill on true left join ${agentSkills} as s on s.id = skill.id
      left join ${skillMeanings} as m on m.skill_id = skill.id
    order by skill.cosine desc nulls last, s.did`);
  if (!rows[0]?.semantic) return null;
  const asked = embedded.meaning && packMeaning(embedded.meaning);
  const near = rows.flatMap(({ did, skill, cosine, packed }) => {
    if (did === null) return [];
    return [{ did, skill, cosine: asked && packed ? Math.max(...new PackedMeanings(packed).cosines(asked)) : cosine }];
  });
  return bestOfEach(near.filter(({ cosine }) => cosine >= LEAST_COSINE)).slice(0, limit);
}

function bestOfEach(near: readonly NearAgent[]): NearAgent[] {
  const best = new Map<string, NearAgent>();
  for (const one of near.toSorted((a, b) => b.cosine - a.cosine)) if (!best.has(one.did)) best.set(one.did, one);
  return [...best.values()];
}
