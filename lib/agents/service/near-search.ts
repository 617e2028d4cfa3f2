import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { agentSkills } from "@/lib/db/schema/vectors";
import { nearestAgents } from "@/lib/vectors/service/nearest-agents";
import type { DirectoryFilters } from "../schema";
import { matching, WORDS } from "./filters";
import { fused } from "./rank-fusion";

/** Shorter words resemble too many. */
const MIN_TYPO_CHARACTERS = 4;
/** A text with more unknown words has no typos: it is about something else. */
const MOST_TYPOS = 3;
/** A longer text is a sentence, and hardly anyone has all its words but the mistyped ones. */
const MOST_WORDS_WITH_TYPOS = 6;
/** How alike a word and a part of a name are by their pieces of three letters. Two letters in the wrong order leave 0.43 of a long word. */
const LEAST_LIKENESS = 0.4;
/** Names that a mistyped word may bring, and agents that are offered for all of them. */
const NAMES_LIKE_A_WORD = 200;
const MOST_BY_TYPO = 50;

/** Most agents that are offered beside those that have the words. */
const MOST_NEAR = 10;
/** How many vectors may bring, before filters. */
const MOST_BY_VECTORS = 50;
/** A text with at most so many words names what is looked for; a longer one describes it. */
const MOST_NAMING_WORDS = 5;
const MIN_PREFIX_CHARACTERS = 4;
/** Agents that one word of a text may bring, where no agent has all words. */
const AGENTS_OF_A_WORD = 200;
/** One word as PostgreSQL looks for it; nothing for a word that every text has. */
const asQuery = (word: SQL) => sql`plainto_tsquery('pg_catalog.english', ${word})`;

const wordsOf = (words: readonly string[]) =>
  sql`select value as word, ${asQuery(sql`value`)} as query from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb)`;

/** The words of a text that no record has, and agents with a name, or a skill's, that resembles each of them. */
export interface MistypedWords {
  unknown: string[];
  /** The best first. */
  dids: string[];
}

/** Finds agents despite typos: those whose record has the other words. Bounded whatever the text. */
export async function findDespiteTypos(
  { db }: Context,
  words: readonly string[],
  filters: DirectoryFilters,
): Promise<MistypedWords> {
  if (words.length > MOST_WORDS_WITH_TYPOS) return { unknown: [], dids: [] };
  const rows = await db.execute<{ unknown: string[]; dids: string[] }>(sql`
    with asked as materialized (
      select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_LIKENESS)}, true) as threshold
    ), word as materialized (
      select word, query, exists (select from ${agents} where ${WORDS} @@ query) as is_known
      from (${wordsOf(words)}) as each where numnode(query) > 0
    ), unknown as materialized (
      select word from word, asked
      where not is_known and length(word) >= ${MIN_TYPO_CHARACTERS} and threshold is not null
        and (select count(*) from word where not is_known) <= ${MOST_TYPOS}
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
      where ${matching(filters) ?? sql`true`}
        and not exists (select from word where is_known and not (${WORDS} @@ word.query))
      order by likeness desc, trust_score desc, did limit ${MOST_BY_TYPO}
    )
    select (select coalesce(jsonb_agg(word), '[]') from unknown) as unknown,
      (select coalesce(jsonb_agg(did order by likeness desc, trust_score desc, did), '[]') from found) as dids`);
  return rows[0] ?? { unknown: [], dids: [] };
}

/** An agent beside those that have the words, and which of its skills is near; absent where it shares words alone. */
export interface NearRow {
  agent: AgentRow;
  skill?: string;
  /** Of that skill, as `NearAgent` has it. */
  nearness?: number;
}

export interface Near {
  rows: NearRow[];
  /** Whether vectors were compared. */
  semantic: boolean;
}

/** A word, or the beginning of one: `Postgres` finds `PostgreSQL`. */
const asPrefix = sql`case when numnode(query) = 1 and length(word) >= ${MIN_PREFIX_CHARACTERS}
  then (query::text || ':*')::tsquery else query end`;

/**
 * Active agents that have some of the words, those with rare words first: a rare word somewhere says more than a common one
 * in a name, hence the root. Bounded whatever the words.
 */
async function findBySomeWords({ db }: Context, words: readonly string[], where: SQL | undefined): Promise<string[]> {
  const rows = await db.execute<{ did: string }>(sql`
    with word as materialized (
      select word, ${asPrefix} as query from (${wordsOf(words)}) as each where numnode(query) > 0
    ), hit as (
      select word.word, of.did, of.rank, count(*) over (partition by word.word) as hits
      from word cross join lateral (
        select ${agents.did}, ts_rank(${WORDS}, word.query, 1) as rank from ${agents}
        where ${WORDS} @@ word.query and ${where} limit ${AGENTS_OF_A_WORD}
      ) as of
    )
    select did from hit group by did
    order by sum(sqrt(rank) * ln(1 + ${AGENTS_OF_A_WORD}::float8 / hits)) desc, did limit ${MOST_NEAR}`);
  return rows.map(({ did }) => did);
}

interface NearSearch {
  text: string;
  /** Agents that share some of these words fill what vectors leave; none where others have all of the words. */
  words: readonly string[];
  filters: DirectoryFilters;
  /** What has been found already. */
  found: SQL | undefined;
  /** The least nearness by vectors. */
  least: number;
}

/** Reads agents in the order of their DIDs, those that pass. */
async function readInOrder({ db }: Context, dids: readonly string[], where: SQL | undefined): Promise<AgentRow[]> {
  if (dids.length === 0) return [];
  const rows = await db
    .select()
    .from(agents)
    .where(and(where, matching({ among: JSON.stringify(dids) })));
  const byDid = new Map(rows.map((agent) => [agent.did, agent]));
  return dids.flatMap((did) => byDid.get(did) ?? []);
}

/**
 * Finds the active agents that are nearest to a text by meaning, without those found already. At most ten. Where nobody has
 * all words of a text, agents that share rare words with it are among them, after the others where the text is long.
 */
export async function findNear(ctx: Context, { text, words, filters, found, least }: NearSearch): Promise<Near> {
  const where = and(eq(agents.status, "active"), matching(filters), found && not(found));
  const vectors = await nearestAgents(ctx.db, text, { limit: MOST_BY_VECTORS, least });
  const skills = new Map(vectors?.map((each) => [each.did, each]));
  const near = (await readInOrder(ctx, [...skills.keys()], where)).slice(0, MOST_NEAR);
  const isNaming = words.length <= MOST_NAMING_WORDS;
  const isFull = words.length === 0 || (near.length === MOST_NEAR && !isNaming);
  const sharing = isFull ? [] : await findBySomeWords(ctx, words, where);
  const nearest = near.map(({ did }) => did);
  const order = isNaming ? fused(sharing, nearest) : [...new Set([...nearest, ...sharing])];
  const rows = (await readInOrder(ctx, order.slice(0, MOST_NEAR), where)).map((agent): NearRow => {
    const { skill, nearness } = skills.get(agent.did) ?? {};
    return skill === undefined || nearness === undefined ? { agent } : { agent, skill, nearness };
  });
  return { rows, semantic: vectors !== null };
}
