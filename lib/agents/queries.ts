import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { cursorBehind } from "@/lib/http/cursor";
import type { DirectoryFilters, DirectoryQuery } from "./schema";
import type { AgentSearchInput } from "./search-schema";

/**
 * The typed client with this feature's contract. Loaded when something is asked for the first time: what the server has
 * rendered needs neither, nor the schemas that they bring.
 */
async function client() {
  const [{ call }, contract] = await Promise.all([import("@/lib/http/client"), import("./contract")]);
  return { call, contract };
}

/** A page of the directory, as the API answers it. */
export function directoryQuery(query: DirectoryQuery) {
  return queryOptions({
    queryKey: ["agents", "directory", query],
    queryFn: async ({ signal }) => {
      const { call, contract } = await client();
      return call(contract.listDirectory, { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** The directory's facets under the given filters. */
export function facetsQuery(filters: DirectoryFilters) {
  return queryOptions({
    queryKey: ["agents", "facets", filters],
    queryFn: async ({ signal }) => {
      const { call, contract } = await client();
      return call(contract.listFacets, { query: filters }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** What the search is asked for a view of the directory; null where the view has no text. */
export function searchOf({ q = "", offset, sort: _, ...view }: DirectoryQuery): AgentSearchInput | null {
  if (q.trim() === "") return null;
  return { ...view, q, ...(offset > 0 ? { cursor: cursorBehind(offset) } : {}) };
}

/** A page of what is found, as the API answers it. */
export function searchQuery(query: AgentSearchInput) {
  return queryOptions({
    queryKey: ["agents", "search", query],
    queryFn: async ({ signal }) => {
      const { call, contract } = await client();
      return call(contract.searchAgents, { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}
