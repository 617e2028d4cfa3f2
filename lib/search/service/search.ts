import { sql } from "drizzle-orm";
import { offered } from "@/lib/database/offered";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { agentSkills, skillEmbeddings, vectorModel } from "@/lib/database/schema/vectors";
import type { Tier } from "@/lib/identity/tiers";
import { PackedEmbeddings } from "../packed-embeddings";
import { vectorLiteral } from "../rules";
import type { SkillText } from "../schema";
import { indexedVector, modelLiteral, vectorStoreOf } from "./store";

const NEAREST_VECTORS = 64;
const NEAREST_SKILLS = 24;
export const MAX_SKILLS = 32;
/** Maximum number of skills found by words if vectors also find some. Without vectors, words may find all. */
const FOUND_BY_WORDS = 16;
/** Maximum words of an intent that are looked up (the longest first), and maximum skills for each. */
const MAX_WORDS = 16;
const SKILLS_OF_A_WORD = 48;
const SKILLS_LIKE_A_WORD = 8;
/** Minimum length of a word. Shorter words resemble too many. */
const MIN_TYPO_CHARACTERS = 4;

/**
 * Settings for the search statement: the tolerance for mistyped words, and that a filtered vector search continues
 * until it has enough (pgvector 0.8; ignored by an older one or none). They are set in an expression that every part of
 * the statement reads first.
 */
const SEARCH_SETTINGS = {
  "pg_trgm.word_similarity_threshold": "0.45",
  "hnsw.ef_search": String(NEAREST_VECTORS),
  "hnsw.iterative_scan": "relaxed_order",
};

/** A skill that may match an intent. Its fields include how it was found. */
export interface FoundSkill {
  /** Identifies exactly these texts forever. A skill whose texts change gets another id. */
  skillId: number;
  skill: string;
  did: string;
  name: string;
  trustScore: number;
  /** Whether its agent's owner has deprecated the agent. */
  deprecated: boolean;
  /** Whether its agent is a listed record and no member. */
  listed: boolean;
  /** The cosine of its best vector, -1 to 1; null if it was found by words alone. */
  cosine: number | null;
  /** Whether the intent equals the skill's name. Case is ignored. */
  exact: boolean;
  /** The share of the intent's words that its texts have, with rare words weighing more; 0 for none. */
  fullText: number;
  /** The similarity of its name and a word of the intent that no text has (0 to 1). */
  trigram: number;
  /** Whether the embeddings of its texts are known. */
  hasEmbeddings: boolean;
}

/** The agent for which an intent is routed. */
export interface SourceAgent {
  tier: Tier;
  status: string;
  organisation: string | null;
}

export interface SkillSearch {
  intent: string;
  /** With the model that made it; null if there is nothing to compare with. */
  embedding: { model: string; vector: Float32Array } | null;
  /** The sender of the intent, which is never found itself. Absent if there is none. */
  source?: { did: string; minimumTier: Tier };
  /** Whether deprecated agents are left out. */
  withoutDeprecated?: boolean;
}

export interface SkillSearchResult {
  /** null if no agent has the source's DID. */
  source: SourceAgent | null;
  /** Best first by either way of finding; empty if the source's tier is too low. */
  skills: FoundSkill[];
  /** Whether vectors were compared. Otherwise skills were found by words. */
  semantic: boolean;
  /** The model whose vectors the store searches at present; null without a store. */
  model: string | null;
}

type Row = {
  tier: Tier | null;
  status: string;
  organisation: string | null;
  semantic: boolean;
  model: string | null;
  hasEmbeddings: boolean;
  skill_id: string | null;
  skill: string;
  did: string;
  name: string;
  trust_score: string;
  deprecated: boolean;
  listed: boolean;
  cosine: number | null;
  exact: boolean;
  full_text: number;
  trigram: number;
};

/**
 * Returns SQL for the vectors closest to the intent's vector, or nothing if the store, the model or the dimensions
 * differ from the vector's.
 */
function nearestOf(db: Database, embedding: SkillSearch["embedding"]) {
  const store = vectorStoreOf(db);
  const literal = embedding && vectorLiteral(embedding.vector);
  if (!store || !literal) return sql`select null::bigint as id, null::real as cosine where false`;
  const dimensions = embedding.vector.length;
  const distance = sql`${indexedVector(dimensions)} <=> ${literal}::vector(${sql.raw(String(dimensions))})`;
  return sql`
    select id, max(1 - distance)::real as cosine
    from (
      select v.skill_id as id, ${distance} as distance
      from skill_vectors as v
      where (select semantic from asked) and v.model = ${modelLiteral(embedding.model)}
        and (select ${ROUTABLE} from ${agentSkills} as s where s.id = v.skill_id)
      order by distance limit ${NEAREST_VECTORS}
    ) as vectors
    group by id order by 2 desc limit ${NEAREST_SKILLS}`;
}

/**
 * Returns the condition for agents that may get intents: members in use of T1 and above, and listed records, because
 * routing is discovery. Never the source itself, and deprecated ones unless the search leaves them out. It is checked for each skill found. As a join, a planner without statistics
 * would begin with all agents.
 */
const ROUTABLE = sql`(
  select ${offered("a")} and (a.trust_tier >= 'T1' or a.listed is not null) and a.did is distinct from (select did from asked)
    and (a.deprecated_at is null or (select deprecated_too from asked))
  from ${agents} as a where a.did = s.did)`;

/**
 * Finds the skills that may match an intent, by meaning and by words, with the source's data, in one statement. The
 * cost is bounded for any intent and any number of skills.
 */
export async function searchSkills(db: Database, search: SkillSearch): Promise<SkillSearchResult> {
  const { embedding, source } = search;
  // Characters that a database cannot store are not part of a word.
  const intent = search.intent.toWellFormed().replaceAll("\0", " ");
  const store = vectorStoreOf(db);
  const sourceDid = source?.did ?? null;
  const settings = Object.entries(SEARCH_SETTINGS).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  const rows = await db.execute<Row>(sql`
    with source as materialized (
      select trust_tier as tier, status, organisation from ${agents} where did = ${sourceDid}
    ), asked as materialized (
      select ${sourceDid}::text as did, ${!search.withoutDeprecated} as deprecated_too,
        ${source === undefined} or exists (select from source where tier >= ${source?.minimumTier ?? "T0"}) as allowed,
        exists (select from ${vectorModel} where model = ${embedding?.model ?? null}
          and dimensions = ${embedding?.vector.length ?? null}::int) and ${store !== undefined} as semantic,
        (select model from ${vectorModel}) as model,
        ${sql.join(settings, sql`, `)}
    ), word as materialized (
      select lexeme, plainto_tsquery('simple', lexeme) as query
      from unnest(to_tsvector('simple', ${intent}::text)) as parsed(lexeme, positions, weights)
      where (select allowed from asked)
      order by length(lexeme) desc, lexeme limit ${MAX_WORDS}
    ), occurrence as materialized (
      select word.lexeme, hit.id, count(*) over (partition by word.lexeme) as hits
      from word cross join lateral (
        select s.id from ${agentSkills} as s
        where s.words @@ word.query and ${ROUTABLE} limit ${SKILLS_OF_A_WORD}
      ) as hit
    ), by_words as (
      select id, sum(1 / (1 + ln(hits)))::real as score from occurrence group by id order by score desc, id
      limit (select case when semantic then ${FOUND_BY_WORDS} else ${MAX_SKILLS} end::int from asked)
    ), by_typo as (
      select hit.id, max(hit.score)::real as score
      from word cross join lateral (
        select s.id, word_similarity(word.lexeme, s.name) as score
        from ${agentSkills} as s
        where s.name %> word.lexeme and ${ROUTABLE} limit ${SKILLS_LIKE_A_WORD}
      ) as hit
      where length(word.lexeme) >= ${MIN_TYPO_CHARACTERS}
        and not exists (select from occurrence where occurrence.lexeme = word.lexeme)
      group by hit.id order by score desc, hit.id limit ${FOUND_BY_WORDS}
    ), by_name as (
      select s.id from ${agentSkills} as s
      where lower(s.name) = lower(${intent.trim()}) and (select allowed from asked) and ${ROUTABLE} limit ${FOUND_BY_WORDS}
    ), by_meaning as (
      select id, cosine from (${nearestOf(db, embedding)}) as nearest where (select allowed from asked)
    ), ways as (
      select id, max(cosine) as cosine, bool_or(exact) as exact, max(full_text) as full_text, max(trigram) as trigram
      from (
        select id, cosine, false as exact, 0::real as full_text, 0::real as trigram from by_meaning
        union all select id, null, true, 0, 0 from by_name
        union all select id, null, false, score, 0 from by_words
        union all select id, null, false, 0, score from by_typo
      ) as each
      group by id
    ), found as (
      select * from ways order by exact desc, coalesce(cosine, 0) + full_text + trigram desc, id limit ${MAX_SKILLS}
    )
    select source.tier, source.status, source.organisation, asked.semantic, asked.model, found.id as skill_id, s.name as skill, a.did, a.name,
      a.trust_score, a.deprecated_at is not null as deprecated, a.listed is not null as listed, found.cosine, found.exact, found.full_text, found.trigram,
      exists (select from ${skillEmbeddings} as m where m.skill_id = found.id) as "hasEmbeddings"
    from asked left join source on true left join found on true
      left join ${agentSkills} as s on s.id = found.id left join ${agents} as a on a.did = s.did
    order by found.exact desc, coalesce(found.cosine, 0) + found.full_text + found.trigram desc, found.id`);
  const [first] = rows;
  return {
    source: first?.tier ? { tier: first.tier, status: first.status, organisation: first.organisation } : null,
    semantic: first?.semantic ?? false,
    model: first?.model ?? null,
    skills: rows.flatMap((row) => (row.skill_id === null ? [] : [foundSkill(row)])),
  };
}

function foundSkill(row: Row): FoundSkill {
  return {
    skillId: Number(row.skill_id),
    skill: row.skill,
    did: row.did,
    name: row.name,
    trustScore: Number(row.trust_score),
    deprecated: row.deprecated,
    listed: row.listed,
    cosine: row.cosine,
    exact: row.exact,
    fullText: row.full_text,
    trigram: row.trigram,
    hasEmbeddings: row.hasEmbeddings,
  };
}

/** A skill's texts, and their embeddings if known. */
export interface SkillTexts {
  texts: SkillText[];
  embeddings: PackedEmbeddings | null;
}

/**
 * Returns the texts of skills by their ids, with their embeddings. A skill that was replaced in the meantime has no
 * entry.
 */
export async function readSkillTexts(db: Database, skillIds: readonly number[]): Promise<Map<number, SkillTexts>> {
  if (skillIds.length === 0) return new Map();
  const rows = await db.execute<{ id: string; texts: SkillText[]; packed: Uint8Array | null }>(sql`
    select id, texts, packed from ${agentSkills} left join ${skillEmbeddings} on skill_id = id
    where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(skillIds)}::jsonb))`);
  return new Map(
    rows.map(({ id, texts, packed }) => [Number(id), { texts, embeddings: packed && new PackedEmbeddings(packed) }]),
  );
}
