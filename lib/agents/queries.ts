import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DirectoryFilters, DirectoryQuery } from "./schema";

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
