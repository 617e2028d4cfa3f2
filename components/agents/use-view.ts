import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { directoryQuery, facetsQuery, searchQuery } from "@/lib/agents/queries";
import type { Agent, DirectoryQuery, Facets } from "@/lib/agents/schema";
import { SEARCH_REACH } from "@/lib/agents/search-reach";
import type { AgentSearch, AgentSearchInput, FoundAgent } from "@/lib/agents/search-schema";
import { filtersOf } from "./address";

const RETRY_MILLISECONDS = 5_000;

type Page = Pick<DirectoryQuery, "offset" | "limit">;

/** What a view shows. */
interface View {
  total: number;
  /** How many agents can be paged through. */
  listed: number;
  agents: (Agent | FoundAgent)[];
  /** Those that are near in meaning. */
  near: FoundAgent[];
  facets: Facets;
}

/** A value, or the last there was: a failed query has none. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** What the endpoints say of a view: the search where there is a text, else the directory with its facets. */
export function useView(
  query: DirectoryQuery,
  asked: AgentSearchInput | null,
): { view: View | undefined; isError: boolean } {
  const retryWhenSilent = {
    refetchInterval: ({ state }: { state: { status: string } }) => state.status === "error" && RETRY_MILLISECONDS,
  };
  const { offset, limit } = query;
  const found = useQuery({ ...searchQuery(asked ?? { q: "" }), ...retryWhenSilent, enabled: asked !== null });
  const directory = useQuery({ ...directoryQuery(query), ...retryWhenSilent, enabled: asked === null });
  const facets = useQuery({ ...facetsQuery(filtersOf(query)), ...retryWhenSilent, enabled: asked === null });
  const isSearch = asked !== null;
  const [answer, page, counts] = [found.data, directory.data, facets.data];
  const latest = useMemo((): View | undefined => {
    if (isSearch) return answer && viewOfSearch(answer, { offset, limit });
    return page && counts && { ...page, listed: page.total, near: [], facets: counts };
  }, [isSearch, answer, page, counts, offset, limit]);
  const view = useLast(latest);
  return { view, isError: asked ? found.isError : directory.isError || facets.isError };
}

function viewOfSearch({ agents, total, facets, next_cursor }: AgentSearch, { offset, limit }: Page): View {
  const known = next_cursor === undefined ? agents.length : limit + 1;
  const isNear = ({ match }: FoundAgent) => match === "meaning";
  return {
    ...{ total, facets, listed: Math.max(offset + known, Math.min(total, SEARCH_REACH)) },
    agents: agents.filter((agent) => !isNear(agent)),
    near: agents.filter(isNear),
  };
}
