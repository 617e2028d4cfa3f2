import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/open";
import { agentCounts, agents } from "@/lib/db/schema/agents";
import { WORDS } from "./filters";

/** Words of a name that are looked up. */
const MOST_WORDS = 8;
/** Shorter stems say too little: "go", "py". A query quotes its stem. */
const MIN_CHARACTERS = 3;
/** A word that more other agents have than this, or than a twentieth of the register, says too little, too. */
const MOST_AGENTS_OF_A_WORD = 20;

/**
 * Of a stem that more records have the index gives about so many, at random, so that a frequent one costs no more as the
 * register grows. A stem that half as many have is not looked up further; below that the index is exact.
 */
const LOOKED_AT = 1_000;

/**
 * Finds active agents that share a rare word of the agent's name, as "kubernetes", whatever its English form: in their name,
 * role, skills or tags; in their description where the agent's own has it, too. By DID, the rarest words first.
 */
export async function findAlikeByName(db: Database, did: string): Promise<Map<string, string[]>> {
  const rows = await db.execute<{ did: string; words: string[] }>(sql`
    with asked as materialized (
      select ${did}::text as did, set_config('gin_fuzzy_search_limit', ${String(LOOKED_AT)}, true)
    ), word as materialized (
      select distinct on (query::text) value as word, query as stem,
        (query::text || case when ${WORDS} @@ (query::text || ':C')::tsquery then ':ABC' else ':AB' end)::tsquery as query
      from asked join ${agents} using (did), regexp_split_to_table(lower(${agents.name}), '[^[:alnum:]]+') as value,
        plainto_tsquery('pg_catalog.english', value) as query
      where numnode(query) = 1 and length(query::text) >= ${MIN_CHARACTERS + 2}
      order by query::text, value limit ${MOST_WORDS}
    ), hit as materialized (
      select word.word, of.did, count(*) over (partition by word.word) as agents
      from word cross join lateral (
        select ${agents.did} from ${agents}
        where ${WORDS} @@ word.query and ${agents.status} = 'active' and ${agents.did} <> ${did}
        limit ${MOST_AGENTS_OF_A_WORD + 1}
      ) as of
      where (select count(*) from ${agents} where ${WORDS} @@ word.stem) < ${LOOKED_AT / 2}
    )
    select did, jsonb_agg(word order by agents, word) as words from hit
    where agents <= least(${MOST_AGENTS_OF_A_WORD}, (select ceil(sum(agents) / 20.0) from ${agentCounts}))
    group by did order by sum(1.0 / agents) desc, did`);
  return new Map(rows.map(({ did: other, words }) => [other, words]));
}
