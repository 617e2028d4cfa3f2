import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { cursorAfter } from "@/lib/http/cursor";
import { LEAST_NEARNESS } from "@/lib/search/service/nearest-agents";
import { wordsIn } from "../highlights";
import { MAX_SEARCH_RESULTS } from "../search-limits";
import {
  type AgentMatch,
  type AgentSearch,
  type AgentSearchQuery,
  type FoundAgent,
  MAX_TEXT_CHARACTERS,
} from "../search-schema";
import { listFacets } from "./facets";
import { findSemanticMatches, findWithTypos, type SemanticMatch, type SemanticMatches } from "./fallback-search";
import { type AgentFilters, filterCondition } from "./filters";
import { findAgents } from "./find-agents";
import { type Hit, highlightHits } from "./highlight-hits";
import { findByWords } from "./lexical-search";

/** Maximum number of words that are looked up one by one. */
const MAX_WORDS = 16;

/** Minimum length of a word for a trigram index. */
const INDEXED = /[\p{L}\p{N}]{3}/u;
const READABLE = /[\p{L}\p{N}]/u;

/** Returns the text to search for, without characters that the database cannot store. */
export function readText(typed: string): string {
  const text = typed.toWellFormed().replaceAll("\0", " ").replace(/\s+/g, " ").trim();
  return text.slice(0, MAX_TEXT_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
}

/** One page of the agents that contain or resemble the words. */
interface Lexical<F = unknown> {
  match: AgentMatch;
  total: number;
  /** With a rank if the best match comes first. */
  rows: (AgentRow & { rank?: number })[];
  /** The filters that match exactly the agents found. */
  found: AgentFilters;
  /** Words that no record has. */
  unknown: string[];
  /** Counts over all agents found. */
  facets: F;
}

/** Reads more about the agents found, at the same time. */
type Count<F> = (ctx: Context, found: AgentFilters) => Promise<F>;

interface ResultWindow {
  limit: number;
  offset: number;
  /** If absent, the best match comes first. */
  sort: AgentSearchQuery["sort"];
}

async function readAmong({ db }: Context, dids: readonly string[]): Promise<AgentRow[]> {
  if (dids.length === 0) return [];
  const order = sql`array_position(array(select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb)), ${agents.did})`;
  return db
    .select()
    .from(agents)
    .where(filterCondition({ among: dids, withdrawn: "show" }))
    .orderBy(order);
}

/** Finds agents by words or, if no agent has all of them, despite typos. */
async function findLexical<F>(
  ctx: Context,
  text: string,
  filters: AgentFilters,
  page: ResultWindow,
  count: Count<F>,
): Promise<Lexical<F>> {
  const found: AgentFilters = !READABLE.test(text)
    ? { among: [] }
    : { ...(INDEXED.test(text) ? { text } : { words: text }), ...filters };
  const find = page.sort === undefined ? findByWords : findAgents;
  const looked = READABLE.test(text) ? find(ctx, found, page) : { total: 0, agents: [] };
  const [{ total, agents: rows }, facets] = await Promise.all([looked, count(ctx, found)]);
  if (total > 0 || !READABLE.test(text)) return { match: "words", total, rows, found, unknown: [], facets };
  const { dids, unknown } = await findWithTypos(ctx, lookedUp(text), filters);
  if (dids.length === 0) return { match: "typo", total, rows, found: { among: [] }, unknown: [], facets };
  const among: AgentFilters = { among: dids, withdrawn: "show" };
  const [shown, counted] = await Promise.all([
    page.sort === undefined
      ? readAmong(ctx, dids.slice(page.offset, page.offset + page.limit))
      : findAgents(ctx, among, page).then((sorted) => sorted.agents),
    count(ctx, among),
  ]);
  return { match: "typo", total: dids.length, rows: shown, found: among, unknown, facets: counted };
}

/** The longest words are the most significant. */
const lookedUp = (text: string) =>
  wordsIn(text)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);

/** A search and the page of it. */
interface Search {
  q: string;
  limit: number;
  offset: number;
  sort?: AgentSearchQuery["sort"];
  filters: AgentFilters;
}

/**
 * Returns the found agents of one page. The page on which the agents that `total` counts end also has the agents that
 * are close in meaning.
 */
async function lookFor<F>(ctx: Context, { q, limit, offset, sort, filters }: Search, count: Count<F>) {
  const text = readText(q);
  const page = {
    offset: Math.min(offset, MAX_SEARCH_RESULTS),
    limit: Math.max(0, Math.min(limit, MAX_SEARCH_RESULTS - offset)),
  };
  const lexical = await findLexical(ctx, text, filters, { ...page, sort }, count);
  const listed = Math.min(lexical.total, MAX_SEARCH_RESULTS);
  const near: SemanticMatches =
    offset + limit < listed
      ? { rows: [], semantic: false }
      : await findSemanticMatches(ctx, {
          text,
          filters,
          words: lexical.total === 0 ? lookedUp(text) : [],
          found: lexical.total === 0 ? undefined : filterCondition(lexical.found),
          least: lexical.total === 0 ? LEAST_NEARNESS.instead : LEAST_NEARNESS.beside,
        });
  return { text, listed, lexical, near };
}

const searchedBy = ({ q, limit, cursor, sort, ...filters }: AgentSearchQuery): Search => ({
  q,
  limit,
  offset: cursor ?? 0,
  sort,
  filters,
});

/** A found agent and how well it matches: `rank` as in `Ranked`, `nearness` as in `NearAgent`. */
export interface Matched {
  row: AgentRow;
  match: AgentMatch;
  rank?: number;
  nearness?: number;
}

/** One page of the results for a text, the best first. */
export interface Matching {
  matched: Matched[];
  /** The offset of the next page, or undefined on the last page. */
  next: number | undefined;
  /** The filters that match every agent found by words or despite typos, or null if none was found. */
  found: AgentFilters | null;
  /** The agents of this page that are close in meaning. */
  near: string[];
}

/** Finds the same agents as `searchAgents`, without the additional data of its response. */
export async function matchAgents(ctx: Context, search: Omit<Search, "sort">): Promise<Matching> {
  const { offset, limit } = search;
  const { listed, lexical, near } = await lookFor(ctx, search, async () => undefined);
  const from = Math.max(0, offset - listed);
  const rows = near.rows.slice(from, from + limit - lexical.rows.length);
  return {
    matched: [
      ...lexical.rows.map((row) => ({ row, match: lexical.match, rank: row.rank ?? 0 })),
      ...rows.map(({ agent, nearness = 0 }) => ({ row: agent, match: "meaning" as const, nearness })),
    ],
    next: offset + limit < listed + near.rows.length ? offset + limit : undefined,
    found: lexical.total > 0 ? lexical.found : null,
    near: near.rows.map(({ agent }) => agent.did),
  };
}

const hitsOf = ({ rows, match }: Lexical): Hit[] => rows.map((row) => ({ row, match }));
const nearHits = (rows: readonly SemanticMatch[]): Hit[] =>
  rows.map(({ agent: row, skill }) => ({ row, match: "meaning", skill }));

/**
 * Searches the registry: first agents that contain the words, best match first; if there are none, agents found despite
 * a typo; at the end up to ten offered agents that are close in meaning. The cost is bounded, and every text has a
 * response.
 */
export async function searchAgents(ctx: Context, query: AgentSearchQuery): Promise<AgentSearch> {
  const search = searchedBy(query);
  const { limit, offset } = search;
  const { text, listed, lexical, near } = await lookFor(ctx, search, listFacets);
  const from = Math.max(0, offset - listed);
  const hits = [...hitsOf(lexical), ...nearHits(near.rows.slice(from, from + limit - lexical.rows.length))];
  const more = offset + limit < listed + near.rows.length;
  return {
    q: text,
    agents: await highlightHits(ctx, text, hits, lexical.unknown),
    total: lexical.total,
    limit,
    ...(more ? { next_cursor: cursorAfter(offset + limit) } : {}),
    facets: lexical.facets,
    semantic: near.semantic,
    generated_at: ctx.clock().toISOString(),
  };
}

/** The results of a search for a page of the portal. */
export interface SearchPage {
  agents: FoundAgent[];
  /** The agents close in meaning: all of them on the last page, and not on a page without other agents. */
  near: FoundAgent[];
  /** Whether the agents close in meaning ignore the filters, because no agent matches the filters. */
  isUnfiltered: boolean;
  total: number;
  /** How many agents can be paged through. */
  listed: number;
  facets: AgentSearch["facets"];
}

/**
 * Searches like `searchAgents`, with page numbers. If no agent matches the filters, the agents close in meaning are
 * found without the filters.
 */
export async function browseSearch(ctx: Context, query: AgentSearchQuery): Promise<SearchPage> {
  const { text, listed, lexical, near } = await lookFor(ctx, searchedBy(query), listFacets);
  const isUnfiltered = lexical.total === 0 && near.rows.length === 0;
  const { rows } = isUnfiltered
    ? await findSemanticMatches(ctx, {
        text,
        words: lookedUp(text),
        filters: {},
        found: undefined,
        least: LEAST_NEARNESS.instead,
      })
    : near;
  const shown = await highlightHits(ctx, text, [...hitsOf(lexical), ...nearHits(rows)], lexical.unknown);
  const { total, facets } = lexical;
  const count = lexical.rows.length;
  return { agents: shown.slice(0, count), near: shown.slice(count), isUnfiltered, total, listed, facets };
}
