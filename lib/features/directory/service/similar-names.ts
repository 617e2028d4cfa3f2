import { sql } from "drizzle-orm";
import { offered } from "@/lib/database/offered";
import type { Database } from "@/lib/database/open";
import { agentCounts, agents } from "@/lib/database/schema/agents";
import { STEMS_COLUMN } from "./filters";

/** Maximum number of words of a name that are looked up. */
const MAX_WORDS = 8;
/** Minimum length of a stem. Shorter stems say too little: "go", "py". A query quotes its stem. */
const MIN_CHARACTERS = 3;
/** A word that more than this many other agents have, or more than a twentieth of all agents, also says too little. */
const MAX_AGENTS_OF_A_WORD = 20;

/**
 * If more records than this have a stem, the index returns about this many at random. So a frequent stem costs no more
 * when the registry grows. A stem in half as many records is not looked up further. Below that, the index is exact.
 */
const LOOKED_AT = 1_000;

/**
 * Finds offered agents that share a rare word of the agent's name, such as "kubernetes", in any English form: in their
 * name, role, skills or tags, and in their description if the agent's own description has the word too. Returns them by
 * DID, with the rarest words first.
 */
export async function findSimilarByName(db: Database, did: string): Promise<Map<string, string[]>> {
  const rows = await db.execute<{ did: string; words: string[] }>(sql`
    with asked as materialized (
      select ${did}::text as did, set_config('gin_fuzzy_search_limit', ${String(LOOKED_AT)}, true)
    ), word as materialized (
      select distinct on (query::text) value as word, query as stem,
        (query::text || case when ${STEMS_COLUMN} @@ (query::text || ':C')::tsquery then ':ABC' else ':AB' end)::tsquery as query
      from asked join ${agents} using (did), regexp_split_to_table(lower(${agents.name}), '[^[:alnum:]]+') as value,
        plainto_tsquery('pg_catalog.english', value) as query
      where numnode(query) = 1 and length(query::text) >= ${MIN_CHARACTERS + 2}
      order by query::text, value limit ${MAX_WORDS}
    ), hit as materialized (
      select word.word, of.did, count(*) over (partition by word.word) as agents
      from word cross join lateral (
        select ${agents.did} from ${agents}
        where ${STEMS_COLUMN} @@ word.query and ${offered()} and ${agents.did} <> ${did}
        limit ${MAX_AGENTS_OF_A_WORD + 1}
      ) as of
      where (select count(*) from ${agents} where ${STEMS_COLUMN} @@ word.stem) < ${LOOKED_AT / 2}
    )
    select did, jsonb_agg(word order by agents, word) as words from hit
    where agents <= least(${MAX_AGENTS_OF_A_WORD}, (select ceil(sum(agents) / 20.0) from ${agentCounts}))
    group by did order by sum(1.0 / agents) desc, did`);
  return new Map(rows.map(({ did: other, words }) => [other, words]));
}
