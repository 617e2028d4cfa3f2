import { type SQL, sql } from "drizzle-orm";
import { offered } from "@/lib/database/offered";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { agentSkills, skillEmbeddings, vectorModel } from "@/lib/database/schema/vectors";
import { PackedEmbeddings } from "../packed-embeddings";
import { vectorLiteral } from "../rules";
import type { SkillText } from "../schema";
import { indexedVector, modelLiteral, vectorStoreOf } from "./store";

const NEAREST_VECTORS = 64;
const NEAREST_SKILLS = 24;
const MAX_SKILLS = 32;
/** Maximum number of skills found by words if vectors also find some. Without vectors, words may find all. */
const FOUND_BY_WORDS = 16;
/** Maximum words of a question that are looked up (the longest first), and maximum skills for each. */
const MAX_WORDS = 16;
const SKILLS_OF_A_WORD = 48;

/**
 * Settings for the statement: a filtered vector search continues until it has enough (pgvector 0.8; ignored by an older
 * one or none). They are set in an expression that every part of the statement reads first.
 */
const SEARCH_SETTINGS = { "hnsw.ef_search": String(NEAREST_VECTORS), "hnsw.iterative_scan": "relaxed_order" };

/** A skill with examples that may fit a question. */
export interface FoundSkill {
  /** Identifies exactly these texts forever. A skill whose texts change gets another id. */
  skillId: number;
  skill: string;
  did: string;
  /** The cosine of its best vector, -1 to 1; null if it was found by words alone. */
  cosine: number | null;
  /** Whether the embeddings of its texts are known. */
  hasEmbeddings: boolean;
}

/** The vector of a question, with the model that made it. */
export interface QuestionVector {
  model: string;
  vector: Float32Array;
}

export interface ExampleSearch {
  question: string;
  /** null if there is nothing to compare with. */
  embedding: QuestionVector | null;
}

export interface FoundSkills {
  /** Best first by either way of finding. */
  skills: FoundSkill[];
  /** Whether vectors were compared. Otherwise skills were found by words. */
  semantic: boolean;
  /** The model whose vectors the store searches at present; null without a store. */
  model: string | null;
}

/**
 * Returns SQL for the skills whose vectors are closest to the question's vector, or nothing if the store, the model or the
 * dimensions differ from the vector's. @param compared which skills
 */
function nearestOf(db: Database, embedding: QuestionVector | null, compared: SQL) {
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
        and (select ${compared} from ${agentSkills} as s where s.id = v.skill_id)
      order by distance limit ${NEAREST_VECTORS}
    ) as vectors
    group by id`;
}

/**
 * Whether a skill's agent is offered. It is checked for each skill found. As a join, a planner without statistics would
 * begin with all agents.
 */
const OFFERED = sql`(select ${offered("a")} from ${agents} as a where a.did = s.did)`;
/** Whether it also has examples. */
const COMPARED = sql`(s.texts @> '[{"kind": "example"}]' and ${OFFERED})`;

/** Returns SQL for what each part of a statement reads first: whether vectors can be compared, and the present model. */
function askedOf(db: Database, embedding: QuestionVector | null) {
  const settings = Object.entries(SEARCH_SETTINGS).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  return sql`
    select exists (select from ${vectorModel} where model = ${embedding?.model ?? null}
        and dimensions = ${embedding?.vector.length ?? null}::int) and ${vectorStoreOf(db) !== undefined} as semantic,
      (select model from ${vectorModel}) as model,
      ${sql.join(settings, sql`, `)}`;
}

/** Finds the offered agents whose skills are nearest in meaning, at most as many as vectors. @returns their cosines, by DID */
export async function findNearAgents(db: Database, embedding: QuestionVector): Promise<Map<string, number>> {
  const rows = await db.execute<{ did: string; cosine: number }>(sql`
    with asked as materialized (${askedOf(db, embedding)})
    select s.did, max(near.cosine) as cosine
    from (${nearestOf(db, embedding, OFFERED)}) as near join ${agentSkills} as s on s.id = near.id
    group by s.did`);
  return new Map(rows.map(({ did, cosine }) => [did, cosine]));
}

/**
 * Finds the skills with examples that may fit a question, by meaning and by words, in one statement. The cost is bounded
 * for any question and any number of skills.
 */
export async function findExampleSkills(db: Database, { question, embedding }: ExampleSearch): Promise<FoundSkills> {
  // Characters that a database cannot store are not part of a word.
  const text = question.toWellFormed().replaceAll("\0", " ");
  const rows = await db.execute<{
    semantic: boolean;
    model: string | null;
    skill_id: string | null;
    skill: string;
    did: string;
    cosine: number | null;
    hasEmbeddings: boolean;
  }>(sql`
    with asked as materialized (${askedOf(db, embedding)}
    ), word as materialized (
      select lexeme, plainto_tsquery('simple', lexeme) as query
      from unnest(to_tsvector('simple', ${text}::text)) as parsed(lexeme, positions, weights), asked
      order by length(lexeme) desc, lexeme limit ${MAX_WORDS}
    ), occurrence as materialized (
      select word.lexeme, hit.id, count(*) over (partition by word.lexeme) as hits
      from word cross join lateral (
        select s.id from ${agentSkills} as s
        where s.words @@ word.query and ${COMPARED} limit ${SKILLS_OF_A_WORD}
      ) as hit
    ), by_words as (
      select id, sum(1 / (1 + ln(hits)))::real as score from occurrence group by id order by score desc, id
      limit (select case when semantic then ${FOUND_BY_WORDS} else ${MAX_SKILLS} end::int from asked)
    ), ways as (
      select id, max(cosine) as cosine, max(score) as score from (
        (
          select id, cosine, 0::real as score from (${nearestOf(db, embedding, COMPARED)}) as nearest
          order by cosine desc limit ${NEAREST_SKILLS}
        )
        union all select id, null, score from by_words
      ) as each
      group by id
    ), found as (
      select * from ways order by coalesce(cosine, 0) + score desc, id limit ${MAX_SKILLS}
    )
    select asked.semantic, asked.model, found.id as skill_id, s.name as skill, s.did, found.cosine,
      exists (select from ${skillEmbeddings} as m where m.skill_id = found.id) as "hasEmbeddings"
    from asked left join found on true left join ${agentSkills} as s on s.id = found.id
    order by coalesce(found.cosine, 0) + found.score desc, found.id`);
  return {
    semantic: rows[0]?.semantic ?? false,
    model: rows[0]?.model ?? null,
    skills: rows.flatMap(({ skill_id: id, skill, did, cosine, hasEmbeddings }) =>
      id === null ? [] : [{ skillId: Number(id), skill, did, cosine, hasEmbeddings }],
    ),
  };
}

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
