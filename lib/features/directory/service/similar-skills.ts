import { sql } from "drizzle-orm";
import { offered } from "@/lib/database/offered";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { agentSkills, vectorModel } from "@/lib/database/schema/vectors";
import type { SimilarAgent } from "@/lib/features/agents/schema";
import { MAX_PROTOTYPES } from "@/lib/search/rules";
import { indexedVector, isIndexable, modelLiteral, vectorStoreOf } from "@/lib/search/service/store";

/**
 * Minimum plain cosine, and minimum cosine after subtracting what the neighbours have in common; see
 * `docs/decisions/finding.md`.
 */
export const LEAST_COSINE = 0.5;
export const LEAST_SIMILARITY = 0.35;
/** Texts with this cosine or more are the same. */
const SAME_COSINE = 0.995;
/** Minimum length that must remain of a unit vector without the common part. Shorter vectors are not compared. */
const LEAST_REST = 0.1;
/**
 * Maximum number of the agent's vectors that are looked up, at most two of a skill: those of its longest texts, which
 * say most.
 */
const LOOKED_UP = 4;
const LOOKED_UP_OF_A_SKILL = 2;
/** Maximum number of vectors that each look-up returns. */
const NEAREST_VECTORS = 48;
/** Names such as "mcp" are close to very many. */
const SHORT_CHARACTERS = 12;
const MAX_ALIKE_SKILLS = 3;

/** Settings for the look-up statement, as in `searchSkills`. */
const SEARCH_SETTINGS = {
  "hnsw.ef_search": "100",
  "hnsw.iterative_scan": "relaxed_order",
  "hnsw.max_scan_tuples": "4000",
};

type Near = {
  did: string;
  /** The index of the text that was looked up. */
  own: number;
  own_skill: string;
  skill: string;
  cosine: number;
  similarity: number;
};

/** How an agent is similar to another by its skills. */
export type SimilarBySkill = Pick<SimilarAgent, "similarity" | "cosine" | "alike">;

/** Returns the model whose vectors are searched, or null if there is no index that makes the search cheap. */
async function readModel(db: Database): Promise<{ model: string; dimensions: number } | null> {
  const store = vectorStoreOf(db);
  // An older pgvector stops a filtered search early, and lacks functions that the statement needs.
  if (!store?.iterative) return null;
  const [row] = await db.select({ model: vectorModel.model, dimensions: vectorModel.dimensions }).from(vectorModel);
  if (!row || row.dimensions === null || !isIndexable(store, row.dimensions)) return null;
  return { model: row.model, dimensions: row.dimensions };
}

/** A skill's texts without labels, because very many agents share labels. */
const saying = sql.raw(
  `jsonb_path_query_array(s.texts, '$[*] ? (@.kind != "role" && @.kind != "capability" && @.kind != "tag")')`,
);
/** A skill of a few texts has one vector for each, in their order. Otherwise each vector is for a group of texts. */
const text = sql`case when jsonb_array_length(${saying}) <= ${sql.raw(String(MAX_PROTOTYPES))} then ${saying} -> (v.ordinal - 1) end`;
const said = sql`coalesce((${text}) ->> 'text', s.name)`;

/** Whether a vector is only for labels or a short name. Such a vector is not compared. */
const isLabel = sql`(jsonb_array_length(${saying}) = 0 or length(${said}) < ${sql.raw(String(SHORT_CHARACTERS))})`;

/**
 * Finds the vectors of offered agents that are closest to those of the agent's longest texts, with the index. The part
 * that all of them have in common ("MCP server for …") is subtracted: the mean, scaled down if there are few.
 */
function findNearestVectors(db: Database, did: string, { model, dimensions }: { model: string; dimensions: number }) {
  const settings = Object.entries(SEARCH_SETTINGS).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  const cast = sql.raw(`::vector(${Math.trunc(dimensions)})`);
  const share = sql.raw(`array_fill(${1 / NEAREST_VECTORS}::real, array[${Math.trunc(dimensions)}])::vector`);
  return db.execute<Near>(sql`
    with asked as materialized (
      select ${did}::text as did, ${sql.join(settings, sql`, `)}
    ), said as (
      select distinct on (${said}) s.name, v.skill_id, v.ordinal, v.v, length(${said}) as characters
      from asked join ${agentSkills} as s on s.did = asked.did
        join skill_vectors as v on v.skill_id = s.id and v.model = ${modelLiteral(model)}
      where not ${isLabel} order by ${said}, v.skill_id, v.ordinal
    ), ranked as (
      select *, row_number() over (partition by skill_id order by characters desc, ordinal) as place from said
    ), own as materialized (
      select row_number() over (order by characters desc, skill_id, ordinal)::int as own, name, v
      from ranked where place <= ${LOOKED_UP_OF_A_SKILL} order by 1 limit ${LOOKED_UP}
    ), hit as materialized (
      select own.own, own.name as own_skill, l2_normalize(own.v${cast}) as own_v, near.skill_id,
        l2_normalize(near.v${cast}) as v
      from own cross join lateral (
        select v.skill_id, v.v from skill_vectors as v
        where v.model = ${modelLiteral(model)} and (
          select not ${isLabel} and (
            select ${offered("a")} and a.did <> (select did from asked) from ${agents} as a where a.did = s.did)
          from ${agentSkills} as s where s.id = v.skill_id)
        order by ${indexedVector(dimensions)} <=> own.v${cast} limit ${NEAREST_VECTORS}
      ) as near
    ), common as materialized (
      select own, sum(v) * ${share} as v from hit group by own
    ), compared as (
      select hit.*, 1 - (hit.v <=> hit.own_v) as cosine,
        1 - (hit.v <=> hit.own_v) >= ${SAME_COSINE} as same,
        case when vector_norm(hit.v - common.v) >= ${LEAST_REST} and vector_norm(hit.own_v - common.v) >= ${LEAST_REST}
          then 1 - ((hit.v - common.v) <=> (hit.own_v - common.v)) else 0 end as similarity
      from hit join common using (own)
    )
    select s.did, c.own, c.own_skill, s.name as skill, c.cosine::real,
      (case when c.same then c.cosine else c.similarity end)::real as similarity
    from compared as c join ${agentSkills} as s on s.id = c.skill_id
    where c.cosine >= ${LEAST_COSINE} and (c.same or c.similarity >= ${LEAST_SIMILARITY})
    order by similarity desc, s.did, c.skill_id`);
}

const rounded = (cosine: number) => Math.round(cosine * 1_000) / 1_000;

/** Summarises what was found. @param near the matches of one agent, closest first */
function alikeBy(near: readonly [Near, ...Near[]]): SimilarBySkill {
  const [best] = near;
  const alike = near.filter((one, at) => at === near.findIndex(({ own }) => own === one.own));
  return {
    similarity: rounded(best.similarity),
    cosine: rounded(best.cosine),
    alike: alike
      .slice(0, MAX_ALIKE_SKILLS)
      .map(({ skill, own_skill, cosine }) => ({ skill, own_skill, cosine: rounded(cosine) })),
  };
}

/**
 * Finds the offered agents whose skills are closest in meaning to the agent's skills, closest first, by DID. Looks up at
 * most `LOOKED_UP` vectors, each with the index. Empty if the agent has no vectors, or the database has no index for
 * them.
 */
export async function findSimilarBySkills(db: Database, did: string): Promise<Map<string, SimilarBySkill>> {
  const serving = await readModel(db);
  const found = new Map<string, [Near, ...Near[]]>();
  for (const near of serving ? await findNearestVectors(db, did, serving) : []) {
    const others = found.get(near.did);
    if (others) others.push(near);
    else found.set(near.did, [near]);
  }
  return new Map([...found].map(([other, near]) => [other, alikeBy(near)]));
}
