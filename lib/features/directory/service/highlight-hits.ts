import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { AgentRow } from "@/lib/database/schema/agents";
import type { Agent } from "@/lib/features/agents/schema";
import { viewAgent } from "@/lib/features/agents/view";
import { highlightOf, highlightsOf, type Passage, passagesOf, wordsIn } from "../highlights";
import type { AgentMatch, FoundAgent } from "../search-schema";

/** A found agent. */
export interface Hit {
  row: AgentRow;
  match: AgentMatch;
  /** The closest skill, if the agent is close in meaning. */
  skill?: string | undefined;
}

/** Maximum number of words of the records that are compared with the search words. */
const MAX_COMPARED = 2_000;
/** Minimum similarity of a word and its mistyped form: the share of common trigrams. */
const LEAST_LIKENESS = 0.3;

/** Returns the words that have a stem of the search text, or resemble a word that no record has. */
async function matchingWords(
  { db }: Context,
  text: string,
  words: readonly string[],
  unknown: readonly string[],
): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const rows = await db.execute<{ word: string }>(sql`
    select word from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as word
    where to_tsvector('pg_catalog.english', word) @@ any (array(
        select plainto_tsquery('pg_catalog.english', value)
        from jsonb_array_elements_text(${JSON.stringify(wordsIn(text))}::jsonb)))
      or exists (select from jsonb_array_elements_text(${JSON.stringify(unknown)}::jsonb) as mistyped
        where similarity(word, mistyped) >= ${LEAST_LIKENESS})`);
  return new Set(rows.map(({ word }) => word));
}

/** A stem has the same first letters as its words. Almost every typo does, too. */
const beginningOf = (word: string) => word.slice(0, 2);

/**
 * Returns why an agent is close in meaning: its closest skill, or its description if that skill is the agent as a
 * whole.
 */
function nearestPassage({ name, role, description }: Agent, skill: string): Passage {
  const isWhole = skill === (role || name) && description !== "";
  return isWhole ? { field: "description", text: description } : { field: "skill", text: skill };
}

/** Returns the found agents with the passages that contain the words. */
export async function highlightHits(
  ctx: Context,
  text: string,
  hits: readonly Hit[],
  unknown: readonly string[],
): Promise<FoundAgent[]> {
  const beginnings = new Set(wordsIn(text).map(beginningOf));
  const shown = hits.map((hit) => {
    const agent = viewAgent(hit.row);
    return { ...hit, agent, passages: passagesOf(agent) };
  });
  const texts = shown.flatMap(({ passages }) => passages.map((passage) => passage.text)).join(" ");
  const compared = wordsIn(texts).filter((word) => unknown.length > 0 || beginnings.has(beginningOf(word)));
  const words = await matchingWords(ctx, text, compared.slice(0, MAX_COMPARED), unknown);
  return shown.map(({ agent, match, skill, passages }) => {
    if (skill === undefined) return { ...agent, match, highlights: highlightsOf(passages, words, text) };
    const near = nearestPassage(agent, skill);
    const others = passages.filter((passage) => passage.text !== near.text);
    const places = highlightsOf(others, words, text).slice(0, 2);
    return { ...agent, match, highlights: [highlightOf(near, words, text), ...places] };
  });
}
