import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/open";
import { agents } from "@/lib/db/schema/agents";
import { agentSkills, vectorModel } from "@/lib/db/schema/vectors";
import { notFound } from "@/lib/errors";
import type { Tier } from "@/lib/tiers";
import { MAX_PROTOTYPES } from "@/lib/vectors/rules";
import { indexedVector, isIndexable, modelLiteral, vectorStoreOf } from "@/lib/vectors/service/store";
import { matchesNothing } from "../rules";
import type { SimilarAgent, SimilarAgents } from "../schema";

/** The least plain cosine, and the least after what the neighbours have in common is taken off: `docs/decisions/similar.md`. */
export const LEAST_COSINE = 0.5;
export const LEAST_SIMILARITY = 0.35;
/** Texts this near are the same. */
const SAME_COSINE = 0.995;
/** What is left of a vector of length 1 without the common part, to be compared at all. */
const LEAST_REST = 0.1;
/** Vectors of the agent that are looked up, at most two of a skill: those of its longest texts, which say most. */
const LOOKED_UP = 4;
const LOOKED_UP_OF_A_SKILL = 2;
/** Vectors that each of them may bring. */
const NEAREST_VECTORS = 48;
/** Names like "mcp" are near to very many. */
const SHORT_CHARACTERS = 12;
const MOST_ALIKE_SKILLS = 3;

/** For the look-up's own statement, as in `searchSkills`. */
const SEARCH_SETTINGS = {
  "hnsw.ef_search": "100",
  "hnsw.iterative_scan": "relaxed_order",
  "hnsw.max_scan_tuples": "4000",
};

type Near = {
  own: number;
  own_skill: string;
  skill: string;
  cosine: number;
  similarity: number;
  did: string;
  name: string;
  description: string;
  role: string;
  trust_tier: Tier;
  trust_score: string;
};

/** The model whose vectors are searched, where an index makes that cheap. */
async function readModel(db: Database): Promise<{ model: string; dimensions: number } | null> {
  const store = vectorStoreOf(db);
  // An older pgvector stops a filtered search early, and lacks what the statement computes with.
  if (!store?.iterative) return null;
  const [row] = await db.select({ model: vectorModel.model, dimensions: vectorModel.dimensions }).from(vectorModel);
  if (!row || row.dimensions === null || !isIndexable(store, row.dimensions)) return null;
  return { model: row.model, dimensions: row.dimensions };
}

/** A skill of a few texts has a vector for each, in their order; else each stands for a group of them. */
const text = sql.raw(`case when jsonb_array_length(s.texts) <= ${MAX_PROTOTYPES} then s.texts -> (v.ordinal - 1) end`);
const said = sql`coalesce((${text}) ->> 'text', s.name)`;

/** Whether a vector is of a label, which very many share: a role, a capability, a tag or a short name. It is not compared. */
const isLabel = sql`(coalesce((${text}) ->> 'kind', '') in ('role', 'capability', 'tag') or length(${said}) < ${SHORT_CHARACTERS})`;

/**
 * The vectors of active agents that are nearest to those of the agent's longest texts, by the index. Of what they share with
 * the agent, what all of them have in common ("MCP server for …") is taken off: the mean, smaller where they are few.
 */
function findNear(db: Database, did: string, { model, dimensions }: { model: string; dimensions: number }) {
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
            select a.status = 'active' and a.did <> (select did from asked) from ${agents} as a where a.did = s.did)
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
    select c.own, c.own_skill, s.name as skill, c.cosine::real,
      (case when c.same then c.cosine else c.similarity end)::real as similarity, a.did, a.name, a.description, a.role, a.trust_tier, a.trust_score
    from compared as c join ${agentSkills} as s on s.id = c.skill_id join ${agents} as a on a.did = s.did
    where c.cosine >= ${LEAST_COSINE} and (c.same or c.similarity >= ${LEAST_SIMILARITY})
    order by similarity desc, a.did, c.skill_id`);
}

const rounded = (cosine: number) => Math.round(cosine * 1_000) / 1_000;

/** @param near what was found of one agent, the nearest first */
function similarAgent(near: readonly Near[]): SimilarAgent[] {
  const [best] = near;
  if (!best) return [];
  const alike = near.filter((one, at) => at === near.findIndex(({ own }) => own === one.own));
  const { did, name, description, role, trust_tier } = best;
  return [
    {
      ...{ did, name, description, role, trust_tier },
      trust_score: Number(best.trust_score),
      similarity: rounded(best.similarity),
      cosine: rounded(best.cosine),
      alike: alike
        .slice(0, MOST_ALIKE_SKILLS)
        .map(({ skill, own_skill, cosine }) => ({ skill, own_skill, cosine: rounded(cosine) })),
    },
  ];
}

/**
 * Finds the active agents whose skills mean most nearly what the agent's do, nearest first, itself left out. At most
 * `LOOKED_UP` vectors are looked up, each by the index. Empty where the agent has no vectors, or the database no index for them.
 */
export async function findSimilar(
  { db }: Context,
  { did, limit }: { did: string; limit: number },
): Promise<SimilarAgent[]> {
  const serving = matchesNothing(did) ? null : await readModel(db);
  if (serving === null) return [];
  const near = await findNear(db, did, serving);
  const dids = [...new Set(near.map((one) => one.did))].slice(0, limit);
  return dids.flatMap((found) => similarAgent(near.filter((one) => one.did === found)));
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
