import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { AgentRow } from "@/lib/db/schema/agents";
import { highlightOf, highlightsOf, type Passage, passagesOf, wordsIn } from "../highlights";
import type { Agent } from "../schema";
import type { AgentMatch, FoundAgent } from "../search-schema";
import { viewAgent } from "../view";

/** An agent that was found. */
export interface Hit {
  row: AgentRow;
  match: AgentMatch;
  /** Of an agent that is near in meaning, the nearest skill. */
  skill?: string | undefined;
}

/** Words of the records that are compared with those that were looked for. */
const MOST_COMPARED = 2_000;
/** How alike two words are where one is the other mistyped: the share of pieces of three letters that both have. */
const LEAST_LIKENESS = 0.3;

/** Which of the words have a stem of the text's, or resemble one that no record has. */
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

/** A stem begins as its words do, and so does nearly every typo. */
const beginningOf = (word: string) => word.slice(0, 2);

/** Why an agent is near: its nearest skill, or what it says of itself where that skill is the agent as a whole. */
function nearestPassage({ name, role, description }: Agent, skill: string): Passage {
  const isWhole = skill === (role || name) && description !== "";
  return isWhole ? { field: "description", text: description } : { field: "skill", text: skill };
}

/** Agents as they were found, with the places that have the words. */
export async function showHits(
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
  const words = await matchingWords(ctx, text, compared.slice(0, MOST_COMPARED), unknown);
  return shown.map(({ agent, match, skill, passages }) => {
    if (skill === undefined) return { ...agent, match, highlights: highlightsOf(passages, words, text) };
    const near = nearestPassage(agent, skill);
    const others = passages.filter((passage) => passage.text !== near.text);
    const places = highlightsOf(others, words, text).slice(0, 2);
    return { ...agent, match, highlights: [highlightOf(near, words, text), ...places] };
  });
}
