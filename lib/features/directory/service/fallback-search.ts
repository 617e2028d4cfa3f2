import { and, not, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { offered } from "@/lib/database/offered";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { agentSkills } from "@/lib/database/schema/vectors";
import { fuseRankings } from "@/lib/search/rank-fusion";
import { nearestAgents } from "@/lib/search/service/nearest-agents";
import type { DirectoryFilters } from "../directory-schema";
import { filterCondition, STEMS_COLUMN } from "./filters";

/** Minimum length of a word that is corrected. Shorter words resemble too many others. */
const MIN_TYPO_CHARACTERS = 4;
/** Maximum number of unknown words. A text with more of them is about something else and not mistyped. */
const MAX_TYPOS = 3;
/** Maximum number of words. Almost no agent has all words of a sentence except the mistyped ones. */
const MAX_WORDS_WITH_TYPOS = 6;
/** Minimum trigram similarity of a word and a part of a name. Two swapped letters leave 0.43 in a long word. */
const LEAST_LIKENESS = 0.4;
/** Maximum number of names for one mistyped word, and of agents that are offered for all of them. */
const NAMES_LIKE_A_WORD = 200;
const MAX_BY_TYPO = 50;

/** Maximum number of agents that are offered in addition to those that contain the words. */
const MAX_NEAR = 10;
/** Maximum number of agents found by vectors, before filters. */
const MAX_BY_VECTORS = 50;
/** A text with at most this many words names the subject. A longer text describes it. */
const MAX_NAMING_WORDS = 5;
const MIN_PREFIX_CHARACTERS = 4;
/** Maximum number of agents that one word of a text may add if no agent has all words. */
const AGENTS_OF_A_WORD = 200;
/** Returns one word as a PostgreSQL query, or an empty query for a word that every text has. */
const asQuery = (word: SQL) => sql`plainto_tsquery('pg_catalog.english', ${word})`;

const wordsOf = (words: readonly string[]) =>
  sql`select value as word, ${asQuery(sql`value`)} as query from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb)`;

/** Returns the words of the text that no record has, each with the agents whose name or skill resembles it. */
export interface MistypedWords {
  unknown: string[];
  /** The best match first. */
  dids: string[];
}

/** Finds agents despite typos: those whose record has the other words. The cost is bounded for any text. */
export async function findWithTypos(
  { db }: Context,
  words: readonly string[],
  filters: DirectoryFilters,
): Promise<MistypedWords> {
  if (words.length > MAX_WORDS_WITH_TYPOS) return { unknown: [], dids: [] };
  const rows = await db.execute<{ unknown: string[]; dids: string[] }>(sql`
    with asked as materialized (
      select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_LIKENESS)}, true) as threshold
    ), word as materialized (
      select word, query, exists (select from ${agents} where ${STEMS_COLUMN} @@ query) as is_known
      from (${wordsOf(words)}) as each where numnode(query) > 0
    ), unknown as materialized (
      select word from word, asked
      where not is_known and length(word) >= ${MIN_TYPO_CHARACTERS} and threshold is not null
        and (select count(*) from word where not is_known) <= ${MAX_TYPOS}
    ), resembling as (
      select unknown.word, hit.did, hit.likeness from unknown cross join lateral (
        select a.did, word_similarity(unknown.word, a.name) as likeness from agents as a
        where a.name %> unknown.word limit ${NAMES_LIKE_A_WORD}
      ) as hit
      union all
      select unknown.word, hit.did, hit.likeness from unknown cross join lateral (
        select s.did, word_similarity(unknown.word, s.name) as likeness from ${agentSkills} as s
        where s.name %> unknown.word limit ${NAMES_LIKE_A_WORD}
      ) as hit
    ), likest as (
      select did, sum(likeness) as likeness from (
        select did, word, max(likeness) as likeness from resembling group by did, word
      ) as best
      group by did having count(*) = (select count(*) from word where not is_known)
    ), found as (
      select agents.did, likeness, trust_score from likest join agents using (did)
      where ${filterCondition(filters) ?? sql`true`}
        and not exists (select from word where is_known and not (${STEMS_COLUMN} @@ word.query))
      order by likeness desc, trust_score desc, did limit ${MAX_BY_TYPO}
    )
    select (select coalesce(jsonb_agg(word), '[]') from unknown) as unknown,
      (select coalesce(jsonb_agg(did order by likeness desc, trust_score desc, did), '[]') from found) as dids`);
  return rows[0] ?? { unknown: [], dids: [] };
}

/**
 * An agent found beside those that contain the words, and its skill that is close. The skill is absent if only words
 * match.
 */
export interface SemanticMatch {
  agent: AgentRow;
  skill?: string;
  /** The values of that skill, as in `NearAgent`. */
  nearness?: number;
}

export interface SemanticMatches {
  rows: SemanticMatch[];
  /** Whether vectors were compared. */
  semantic: boolean;
}

/** Returns a query for a word, also as the beginning of a longer one: `Postgres` finds `PostgreSQL`. */
const asPrefix = sql`case when numnode(query) = 1 and length(word) >= ${MIN_PREFIX_CHARACTERS}
  then (query::text || ':*')::tsquery else query end`;

/**
 * Finds active agents that have some of the words, those with rare words first. The square root makes a rare word
 * anywhere weigh more than a common word in a name. The cost is bounded for any words.
 */
async function findBySomeWords({ db }: Context, words: readonly string[], where: SQL | undefined): Promise<string[]> {
  const rows = await db.execute<{ did: string }>(sql`
    with word as materialized (
      select word, ${asPrefix} as query from (${wordsOf(words)}) as each where numnode(query) > 0
    ), hit as (
      select word.word, of.did, of.rank, count(*) over (partition by word.word) as hits
      from word cross join lateral (
        select ${agents.did}, ts_rank(${STEMS_COLUMN}, word.query, 1) as rank from ${agents}
        where ${STEMS_COLUMN} @@ word.query and ${where} limit ${AGENTS_OF_A_WORD}
      ) as of
    )
    select did from hit group by did
    order by sum(sqrt(rank) * ln(1 + ${AGENTS_OF_A_WORD}::float8 / hits)) desc, did limit ${MAX_NEAR}`);
  return rows.map(({ did }) => did);
}

interface NearSearch {
  text: string;
  /**
   * Adds agents that share some of the words if vectors found too few. Adds none if other agents have all of the words.
   */
  words: readonly string[];
  filters: DirectoryFilters;
  /** The agents that were already found. */
  found: SQL | undefined;
  /** The minimum similarity by vectors. */
  least: number;
}

/** Reads those of the agents that match the filters, in the order of the DIDs. */
async function readInOrder({ db }: Context, dids: readonly string[], where: SQL | undefined): Promise<AgentRow[]> {
  if (dids.length === 0) return [];
  const rows = await db
    .select()
    .from(agents)
    .where(and(where, filterCondition({ among: dids })));
  const byDid = new Map(rows.map((agent) => [agent.did, agent]));
  return dids.flatMap((did) => byDid.get(did) ?? []);
}

/**
 * Finds the offered agents that are closest to a text in meaning, at most ten, without those already found. If no agent
 * has all words of the text, agents that share rare words with it are included; for a long text they come last.
 */
export async function findSemanticMatches(
  ctx: Context,
  { text, words, filters, found, least }: NearSearch,
): Promise<SemanticMatches> {
  const where = and(offered(), filterCondition(filters), found && not(found));
  const vectors = await nearestAgents(ctx.db, text, { limit: MAX_BY_VECTORS, least });
  const skills = new Map(vectors?.map((each) => [each.did, each]));
  const near = (await readInOrder(ctx, [...skills.keys()], where)).slice(0, MAX_NEAR);
  const isNaming = words.length <= MAX_NAMING_WORDS;
  const isFull = words.length === 0 || (near.length === MAX_NEAR && !isNaming);
  const sharing = isFull ? [] : await findBySomeWords(ctx, words, where);
  const nearest = near.map(({ did }) => did);
  const order = isNaming ? fuseRankings(sharing, nearest) : [...new Set([...nearest, ...sharing])];
  const rows = (await readInOrder(ctx, order.slice(0, MAX_NEAR), where)).map((agent): SemanticMatch => {
    const { skill, nearness } = skills.get(agent.did) ?? {};
    return skill === undefined || nearness === undefined ? { agent } : { agent, skill, nearness };
  });
  return { rows, semantic: vectors !== null };
}
