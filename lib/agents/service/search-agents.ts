import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { cursorBehind } from "@/lib/http/cursor";
import { wordsIn } from "../highlights";
import type { DirectoryFilters } from "../schema";
import { SEARCH_REACH } from "../search-reach";
import { type AgentMatch, type AgentSearch, type AgentSearchQuery, MAX_TEXT_CHARACTERS } from "../search-schema";
import { listFacets } from "./facets";
import { type AgentFilters, matching } from "./filters";
import { findByWords } from "./lexical-search";
import { findDespiteTypos, findNear } from "./near-search";
import { type Hit, showHits } from "./show-hits";

/** How many words are looked up one by one. */
const MOST_WORDS = 16;

/** Trigram indexes know nothing shorter. */
const INDEXED = /[\p{L}\p{N}]{3}/u;
const READABLE = /[\p{L}\p{N}]/u;

/** A text as it is looked for: what a database cannot take is no part of it. */
export function readText(typed: string): string {
  const text = typed.toWellFormed().replaceAll("\0", " ").replace(/\s+/g, " ").trim();
  return text.slice(0, MAX_TEXT_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
}

/** What has the words, or resembles them, on one page. */
interface Lexical {
  match: AgentMatch;
  total: number;
  rows: AgentRow[];
  /** What an agent fulfils that was found so. */
  found: AgentFilters;
  /** Words that no record has. */
  unknown: string[];
}

interface Stretch {
  limit: number;
  offset: number;
}

async function readAmong({ db }: Context, dids: readonly string[]): Promise<AgentRow[]> {
  if (dids.length === 0) return [];
  const order = sql`array_position(array(select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb)), ${agents.did})`;
  return db
    .select()
    .from(agents)
    .where(matching({ among: JSON.stringify(dids) }))
    .orderBy(order);
}

/** Finds by words; where no agent has them all, despite typos. */
async function findLexical(
  ctx: Context,
  text: string,
  filters: DirectoryFilters,
  page: Stretch,
): Promise<Lexical & { facets: AgentSearch["facets"] }> {
  const found: AgentFilters = !READABLE.test(text)
    ? { among: "[]" }
    : { ...(INDEXED.test(text) ? { text } : { words: text }), ...filters };
  const looked = READABLE.test(text) ? findByWords(ctx, found, page) : { total: 0, agents: [] };
  const [{ total, agents: rows }, facets] = await Promise.all([looked, listFacets(ctx, found)]);
  if (total > 0 || !READABLE.test(text)) return { match: "words", total, rows, found, unknown: [], facets };
  const { dids, unknown } = await findDespiteTypos(ctx, lookedUp(text), filters);
  if (dids.length === 0) return { match: "typo", total, rows, found: { among: "[]" }, unknown: [], facets };
  const among = { among: JSON.stringify(dids) };
  const [shown, counted] = await Promise.all([
    readAmong(ctx, dids.slice(page.offset, page.offset + page.limit)),
    listFacets(ctx, among),
  ]);
  return { match: "typo", total: dids.length, rows: shown, found: among, unknown, facets: counted };
}

/** The longest words say most. */
const lookedUp = (text: string) =>
  wordsIn(text)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS);

/** The first agents that have the words, or whose names resemble them. */
export async function firstByWords(ctx: Context, typed: string, most: number): Promise<AgentRow[]> {
  const text = readText(typed);
  const found = await findByWords(ctx, { text }, { limit: most, offset: 0 });
  if (found.total > 0) return found.agents;
  const { dids } = await findDespiteTypos(ctx, lookedUp(text), {});
  return readAmong(ctx, dids.slice(0, most));
}

/** The first active agents that are near in meaning. */
export async function firstByMeaning(ctx: Context, typed: string, most: number): Promise<AgentRow[]> {
  const text = readText(typed);
  const { rows } = await findNear(ctx, { text, words: lookedUp(text), filters: {}, found: undefined });
  return rows.slice(0, most).map(({ agent }) => agent);
}

/**
 * Searches the register: agents that have the words, the best first; where there are none, those that a typo hides; and at
 * the end up to ten active ones that are near in meaning. Bounded whatever the text; every text has a response.
 */
export async function searchAgents(ctx: Context, query: AgentSearchQuery): Promise<AgentSearch> {
  const { q, limit, cursor, ...filters } = query;
  const text = readText(q);
  const offset = cursor ?? 0;
  const page = { offset: Math.min(offset, SEARCH_REACH), limit: Math.max(0, Math.min(limit, SEARCH_REACH - offset)) };
  const lexical = await findLexical(ctx, text, filters, page);
  const listed = Math.min(lexical.total, SEARCH_REACH);
  const reachesEnd = offset + limit >= listed;
  const near = reachesEnd
    ? await findNear(ctx, {
        text,
        filters,
        words: lexical.total === 0 ? lookedUp(text) : [],
        found: lexical.total === 0 ? undefined : matching(lexical.found),
      })
    : { rows: [], semantic: false };
  const from = Math.max(0, offset - listed);
  const hits: Hit[] = [
    ...lexical.rows.map((row) => ({ row, match: lexical.match })),
    ...near.rows.slice(from, from + limit - lexical.rows.length).map(({ agent: row, skill }) => ({
      row,
      match: "meaning" as const,
      skill,
    })),
  ];
  const more = offset + limit < listed + near.rows.length;
  return {
    q: text,
    agents: await showHits(ctx, text, hits, lexical.unknown),
    total: lexical.total,
    limit,
    ...(more ? { next_cursor: cursorBehind(offset + limit) } : {}),
    facets: lexical.facets,
    semantic: near.semantic,
    generated_at: ctx.clock().toISOString(),
  };
}
