import type { Context } from "@/lib/authority/context";
import { matchAgents } from "@/lib/features/directory/service/search-agents";
import { settings } from "@/lib/foundation/env";
import { cursorAt } from "@/lib/http/place";
import { scoresOf } from "../rules";
import { REGISTRY, type SearchRequest, type SearchResponse } from "../schema";
import { entriesOf, entryContextOf } from "./entries";
import { filtersOf } from "./filter";

/** The registries of peers, from ARD_PEERS. They are listed but never called. */
function referrals() {
  return settings().ARD_PEERS.map((peer): NonNullable<SearchResponse["referrals"]>[number] => {
    const at = peer.indexOf("=");
    const [identifier, url] = [peer.slice(0, at), peer.slice(at + 1)];
    return { identifier, displayName: new URL(url).host, type: REGISTRY, url };
  });
}

/**
 * Searches the offered agents, like the search of agents, and returns entries with their relevance.
 * @throws ServiceError `invalid` for a filter by an unsupported field
 */
export async function searchArd(
  ctx: Context,
  { query, federation, pageSize, pageToken }: SearchRequest,
  origin: string,
): Promise<SearchResponse> {
  const place = entryContextOf(origin);
  const filters = filtersOf(query.filter ?? {}, place.publisher, "query.filter");
  const { matched, next } = await matchAgents(ctx, { q: query.text, limit: pageSize, place: pageToken, filters });
  const scores = scoresOf(matched.map(({ p }) => p));
  const rows = matched.map(({ row }) => row);
  const entries = await entriesOf(ctx, rows, place);
  const source = `${origin}/api/ard/`;
  return {
    results: entries.map((entry, at) => ({ ...entry, score: scores[at] ?? 0, source })),
    ...(federation === "referrals" ? { referrals: referrals() } : {}),
    ...(next === null ? {} : { pageToken: cursorAt(next) }),
  };
}
