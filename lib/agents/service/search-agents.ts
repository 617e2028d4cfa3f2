import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { cursorBehind } from "@/lib/http/cursor";
import { LEAST_NEARNESS } from "@/lib/vectors/service/nearest-agents";
import { wordsIn } from "../highlights";
import type { DirectoryFilters } from "../schema";
import { SEARCH_REACH } from "../search-reach";
import {
  type AgentMatch,
  type AgentSearch,
  type AgentSearchQuery,
  type FoundAgent,
  MAX_TEXT_CHARACTERS,
} from "../search-schema";
import { listFacets } from "./facets";
import { type AgentFilters, matching } from "./filters";
import { findByWords } from "./lexical-search";
import { findDespiteTypos, findNear, type Near, type NearRow } from "./near-search";
import { findAgents } from "./search";
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
  /** Absent: the best match first. */
  sort: AgentSearchQuery["sort"];
}

async function readAmong({ db }: Context, dids: readonly string[]): Promise<AgentRow[]> {
  if (dids.length === 0) return [];
  const order = sql`array_position(array(select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb)), ${agents.did})`;
  return db
    .select()
    .from(agents)
    .where(matching({ among: JSON.stringify(dids), withdrawn: "show" }))
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
  const find = page.sort === undefined ? findByWords : findAgents;
  const looked = READABLE.test(text) ? find(ctx, found, page) : { total: 0, agents: [] };
  const [{ total, agents: rows }, facets] = await Promise.all([looked, listFacets(ctx, found)]);
  if (total > 0 || !READABLE.test(text)) return { match: "words", total, rows, found, unknown: [], facets };
  const { dids, unknown } = await findDespiteTypos(ctx, lookedUp(text), filters);
  if (dids.length === 0) return { match: "typo", total, rows, found: { among: "[]" }, unknown: [], facets };
  const among: AgentFilters = { among: JSON.stringify(dids), withdrawn: "show" };
  const [shown, counted] = await Promise.all([
    page.sort === undefined
      ? readAmong(ctx, dids.slice(page.offset, page.offset + page.limit))
      : findAgents(ctx, among, page).then((sorted) => sorted.agents),
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
  const { rows } = await findNear(ctx, {
    text,
    words: lookedUp(text),
    filters: {},
    found: undefined,
    least: LEAST_NEARNESS.beside,
  });
  return rows.slice(0, most).map(({ agent }) => agent);
}

/** What a search finds on one page, and, where the agents end that `total` counts, those that are near in meaning. */
async function lookFor(ctx: Context, { q, limit, cursor, sort, ...filters }: AgentSearchQuery) {
  const text = readText(q);
  const offset = cursor ?? 0;
  const page = { offset: Math.min(offset, SEARCH_REACH), limit: Math.max(0, Math.min(limit, SEARCH_REACH - offset)) };
  const lexical = await findLexical(ctx, text, filters, { ...page, sort });
  const listed = Math.min(lexical.total, SEARCH_REACH);
  const near: Near =
    offset + limit < listed
      ? { rows: [], semantic: false }
      : await findNear(ctx, {
          text,
          filters,
          words: lexical.total === 0 ? lookedUp(text) : [],
          found: lexical.total === 0 ? undefined : matching(lexical.found),
          least: lexical.total === 0 ? LEAST_NEARNESS.instead : LEAST_NEARNESS.beside,
        });
  return { text, offset, listed, lexical, near };
}

const hitsOf = ({ rows, match }: Lexical): Hit[] => rows.map((row) => ({ row, match }));
const nearHits = (rows: readonly NearRow[]): Hit[] =>
  rows.map(({ agent: row, skill }) => ({ row, match: "meaning", skill }));

/**
 * Searches the register: agents that have the words, the best first; where there are none, those that a typo hides; and at
 * the end up to ten active ones that are near in meaning. Bounded whatever the text; every text has a response.
 */
export async function searchAgents(ctx: Context, query: AgentSearchQuery): Promise<AgentSearch> {
  const { limit } = query;
  const { text, offset, listed, lexical, near } = await lookFor(ctx, query);
  const from = Math.max(0, offset - listed);
  const hits = [...hitsOf(lexical), ...nearHits(near.rows.slice(from, from + limit - lexical.rows.length))];
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

/** What a search finds, as a page shows it. */
export interface SearchPage {
  agents: FoundAgent[];
  /** Near in meaning, whole on the last page, and on no page of their own. */
  near: FoundAgent[];
  /** Whether those near do not pass the filters, because nobody does. */
  isUnfiltered: boolean;
  total: number;
  /** How many agents can be paged through. */
  listed: number;
  facets: AgentSearch["facets"];
}

/** Searches as `searchAgents` does, for a page with numbers. Where no agent passes the filters, those near pass none. */
export async function browseSearch(ctx: Context, query: AgentSearchQuery): Promise<SearchPage> {
  const { text, listed, lexical, near } = await lookFor(ctx, query);
  const isUnfiltered = lexical.total === 0 && near.rows.length === 0;
  const { rows } = isUnfiltered
    ? await findNear(ctx, { text, words: lookedUp(text), filters: {}, found: undefined, least: LEAST_NEARNESS.instead })
    : near;
  const shown = await showHits(ctx, text, [...hitsOf(lexical), ...nearHits(rows)], lexical.unknown);
  const { total, facets } = lexical;
  const count = lexical.rows.length;
  return { agents: shown.slice(0, count), near: shown.slice(count), isUnfiltered, total, listed, facets };
}
