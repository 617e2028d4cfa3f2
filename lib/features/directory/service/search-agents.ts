import { type Context, charged } from "@/lib/authority/context";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { explainAgents, rankAgents } from "@/lib/features/agents/service/rank-agents";
import { shortenAgent } from "@/lib/features/agents/shorten";
import { viewAgent } from "@/lib/features/agents/view";
import { cursorAt, type Place, readAt, START } from "@/lib/http/place";
import type { Answer, Found } from "@/lib/search/ranking/agent-index";
import { readingOf } from "../explain";
import { highlightsOf, passagesOf, spellMet, stemsOf } from "../highlights";
import { matchOf } from "../match";
import type { AgentSearch, AgentSearchQuery, FoundAgent, SearchPage } from "../search-schema";
import { cleanText, readSearchText } from "../search-text";
import { listFacets } from "./facets";
import { type AgentFilters, filterCondition } from "./filters";
import { findAgents } from "./find-agents";

/** Maximum number of found agents that can be paged through. Use more specific words to find the others. */
const MAX_SEARCH_RESULTS = 1_000;
/** Maximum number of agents that pass the filters and are all compared with the question. */
const MAX_PASSING = 2_000;

/** A text to search for, and the page of the results. */
interface Search {
  q: string;
  filters: AgentFilters;
  limit: number;
  place: Place;
  /** If absent, the best match comes first. */
  sort?: AgentSearchQuery["sort"];
}

/** The agents that fit or may fit a text. */
interface Finding {
  question: string;
  answer: Answer;
  /** Those that can be paged through, the best first. */
  dids: string[];
  filters: AgentFilters;
  /** Also those that fit or may fit without the filters. */
  unfiltered: string[];
}

const didsOf = (found: readonly Found[]) => found.slice(0, MAX_SEARCH_RESULTS).map(({ did }) => did);

async function listDids({ db }: Context, filters: AgentFilters): Promise<string[]> {
  const rows = await db
    .select({ did: agents.did })
    .from(agents)
    .where(filterCondition(filters))
    .limit(MAX_PASSING + 1);
  return rows.map(({ did }) => did);
}

/** Ranks the agents that pass the filters: all of them if they are few, else those that the question finds. */
async function rankPassing(ctx: Context, question: string, filters: AgentFilters, found: readonly Found[]) {
  const few = await listDids(ctx, filters);
  const passing = new Set(few.length <= MAX_PASSING ? few : await listDids(ctx, { ...filters, among: didsOf(found) }));
  return rankAgents(ctx, question, { filter: ({ did }) => passing.has(did) });
}

/**
 * Finds the agents that fit or may fit a text, whose last word may be incomplete. Filters, quotes and excluded words apply
 * before one is picked.
 */
async function findFitting(ctx: Context, { q, filters: given }: Pick<Search, "q" | "filters">): Promise<Finding> {
  const { question, strict } = readSearchText(cleanText(q));
  const filters: AgentFilters = { ...given, strict, offered: "only" };
  const all = await rankAgents(ctx, question);
  const isFiltered = Object.entries(filters).some(([name, value]) => value && name !== "offered");
  const answer = isFiltered ? await rankPassing(ctx, question, filters, all.found) : all;
  const dids = didsOf(answer.found);
  return { question, answer, dids, filters, unfiltered: [...new Set([...dids, ...didsOf(all.found)])] };
}

/**
 * Reads one page of the found agents. A record that no longer passes the filters is left out.
 * @returns its rows, and the place of the next page; null after the last one
 */
async function readPage(
  ctx: Context,
  { dids, filters }: Finding,
  { limit, place, sort }: Search,
): Promise<{ rows: AgentRow[]; next: Place | null }> {
  const nextOf = (next: Place) => (next.offset < dids.length ? next : null);
  if (sort) {
    const among = { ...filters, among: dids };
    const sorted = async (part: { limit: number; offset: number }) =>
      (await findAgents(ctx, among, { ...part, sort })).agents;
    const { page, next } = await readAt(place, limit, sorted, ({ did }) => did);
    return { rows: page, next: nextOf(next) };
  }
  const inOrder = (part: { limit: number; offset: number }) => dids.slice(part.offset, part.offset + part.limit);
  const { page: among, next } = await readAt(place, limit, inOrder, (did) => did);
  if (among.length === 0) return { rows: [], next: nextOf(next) };
  const found = await findAgents(ctx, { ...filters, among }, { limit, offset: 0 });
  const rows = new Map(found.agents.map((row) => [row.did, row]));
  return { rows: among.flatMap((did) => rows.get(did) ?? []), next: nextOf(next) };
}

/** Returns the agents with how well they fit, and where they say the words that they meet. */
async function explainPage(
  ctx: Context,
  { question, answer: { found, asked } }: Finding,
  page: readonly AgentRow[],
): Promise<FoundAgent[]> {
  const dids = page.map(({ did }) => did);
  const words = explainAgents(ctx, question, dids);
  const fits = new Map(found.map((each) => [each.did, each]));
  return charged(() =>
    page.map((row) => {
      const agent = viewAgent(row);
      const { p = 0, level = "may fit" } = fits.get(agent.did) ?? {};
      const met = words.get(agent.did) ?? [];
      const passages = passagesOf(agent);
      const telling = met.filter(({ term }) => asked.includes(term));
      const highlights = highlightsOf(passages, stemsOf(telling), question.trim());
      const match = matchOf({ p, met }, asked);
      return { ...agent, match, fit: level, p, met: spellMet(met, passages), highlights };
    }),
  );
}

const searchedBy = ({ q, limit, cursor, sort, ...filters }: AgentSearchQuery): Search => ({
  q,
  limit,
  place: cursor ?? START,
  sort,
  filters,
});

/** Searches like {@link searchAgents}, for a page of the portal. */
export async function browseSearch(
  ctx: Context,
  query: AgentSearchQuery,
): Promise<SearchPage & { next: Place | null }> {
  const search = searchedBy(query);
  const finding = await findFitting(ctx, search);
  const { answer, dids, filters, unfiltered } = finding;
  const [{ rows, next }, facets] = await Promise.all([
    readPage(ctx, finding, search),
    listFacets(ctx, { ...filters, among: unfiltered }),
  ]);
  const { reason, found } = answer;
  return {
    agents: await explainPage(ctx, finding, rows),
    next,
    reason,
    fits: found.filter(({ level }) => level === "fits").length,
    total: found.length,
    listed: dids.length,
    ...readingOf(answer),
    facets,
  };
}

/** Searches the offered agents: those that fit first, then those that may fit. Every text has a response. */
export async function searchAgents(ctx: Context, query: AgentSearchQuery): Promise<AgentSearch> {
  const { listed: _, next, ...page } = await browseSearch(ctx, query);
  return {
    q: cleanText(query.q),
    ...page,
    agents: charged(() => page.agents.map(shortenAgent)),
    limit: query.limit,
    ...(next ? { next_cursor: cursorAt(next) } : {}),
    semantic: page.agents.some(({ met }) => met.some(({ how }) => how === "related" || how === "name")),
    generated_at: ctx.clock().toISOString(),
  };
}

/** One page of the results for a text, the best first. */
export interface Matching {
  /** Each agent with how likely it fits. */
  matched: { row: AgentRow; p: number }[];
  /** The place of the next page; null on the last page. */
  next: Place | null;
  found: AgentFilters;
}

/** Finds the same agents as {@link searchAgents}, without the additional data of its response. */
export async function matchAgents(ctx: Context, search: Search): Promise<Matching> {
  const finding = await findFitting(ctx, search);
  const { answer, dids, filters } = finding;
  const likely = new Map(answer.found.map(({ did, p }) => [did, p]));
  const { rows, next } = await readPage(ctx, finding, search);
  return {
    matched: rows.map((row) => ({ row, p: likely.get(row.did) ?? 0 })),
    next,
    found: { ...filters, among: dids },
  };
}
