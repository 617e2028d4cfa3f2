import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { cursorBehind } from "@/lib/http/cursor";
import { LEAST_NEARNESS } from "@/lib/vectors/service/nearest-agents";
import { wordsIn } from "../highlights";
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
interface Lexical<F = unknown> {
  match: AgentMatch;
  total: number;
  /** With a rank where the best match comes first. */
  rows: (AgentRow & { rank?: number })[];
  /** What an agent fulfils that was found so. */
  found: AgentFilters;
  /** Words that no record has. */
  unknown: string[];
  /** What was counted of all that are found. */
  facets: F;
}

/** What else is read of those that are found, at the same time. */
type Count<F> = (ctx: Context, found: AgentFilters) => Promise<F>;

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
async function findLexical<F>(
  ctx: Context,
  text: string,
  filters: AgentFilters,
  page: Stretch,
  count: Count<F>,
): Promise<Lexical<F>> {
  const found: AgentFilters = !READABLE.test(text)
    ? { among: "[]" }
    : { ...(INDEXED.test(text) ? { text } : { words: text }), ...filters };
  const find = page.sort === undefined ? findByWords : findAgents;
  const looked = READABLE.test(text) ? find(ctx, found, page) : { total: 0, agents: [] };
  const [{ total, agents: rows }, facets] = await Promise.all([looked, count(ctx, found)]);
  if (total > 0 || !READABLE.test(text)) return { match: "words", total, rows, found, unknown: [], facets };
  const { dids, unknown } = await findDespiteTypos(ctx, lookedUp(text), filters);
  if (dids.length === 0) return { match: "typo", total, rows, found: { among: "[]" }, unknown: [], facets };
  const among: AgentFilters = { among: JSON.stringify(dids), withdrawn: "show" };
  const [shown, counted] = await Promise.all([
    page.sort === undefined
      ? readAmong(ctx, dids.slice(page.offset, page.offset + page.limit))
      : findAgents(ctx, among, page).then((sorted) => sorted.agents),
    count(ctx, among),
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

/** What a search looks for, and which page of it. */
interface Search {
  q: string;
  limit: number;
  offset: number;
  sort?: AgentSearchQuery["sort"];
  filters: AgentFilters;
}

/** What a search finds on one page, and, where the agents end that `total` counts, those that are near in meaning. */
async function lookFor<F>(ctx: Context, { q, limit, offset, sort, filters }: Search, count: Count<F>) {
  const text = readText(q);
  const page = { offset: Math.min(offset, SEARCH_REACH), limit: Math.max(0, Math.min(limit, SEARCH_REACH - offset)) };
  const lexical = await findLexical(ctx, text, filters, { ...page, sort }, count);
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
  return { text, listed, lexical, near };
}

const searchedBy = ({ q, limit, cursor, sort, ...filters }: AgentSearchQuery): Search => ({
  ...{ q, limit, offset: cursor ?? 0, sort, filters },
});

/** An agent that matches, and how well: `rank` as `Ranked` has it, `nearness` as `NearAgent` does. */
export interface Matched {
  row: AgentRow;
  match: AgentMatch;
  rank?: number;
  nearness?: number;
}

/** What matches a text on one page, the best first. */
export interface Matching {
  matched: Matched[];
  /** Where the next page begins; undefined at the end. */
  next: number | undefined;
  /** What every agent fulfils that was found by words or despite typos; null where none was. */
  found: AgentFilters | null;
  /** Those near in meaning on this page. */
  near: string[];
}

/** Finds what `searchAgents` finds, without what its response says beside. */
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
const nearHits = (rows: readonly NearRow[]): Hit[] =>
  rows.map(({ agent: row, skill }) => ({ row, match: "meaning", skill }));

/**
 * Searches the register: agents that have the words, the best first; where there are none, those that a typo hides; and at
 * the end up to ten active ones that are near in meaning. Bounded whatever the text; every text has a response.
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
  const { text, listed, lexical, near } = await lookFor(ctx, searchedBy(query), listFacets);
  const isUnfiltered = lexical.total === 0 && near.rows.length === 0;
  const { rows } = isUnfiltered
    ? await findNear(ctx, { text, words: lookedUp(text), filters: {}, found: undefined, least: LEAST_NEARNESS.instead })
    : near;
  const shown = await showHits(ctx, text, [...hitsOf(lexical), ...nearHits(rows)], lexical.unknown);
  const { total, facets } = lexical;
  const count = lexical.rows.length;
  return { agents: shown.slice(0, count), near: shown.slice(count), isUnfiltered, total, listed, facets };
}
