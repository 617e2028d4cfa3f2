import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/http/client";
import { listDirectory, listFacets } from "./contract";
import type { DirectoryFilters, DirectoryQuery } from "./schema";

/** A page of the directory, as the API answers it. */
export function directoryQuery(query: DirectoryQuery) {
  return queryOptions({
    queryKey: ["agents", "directory", query],
    queryFn: ({ signal }) => call(listDirectory, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The directory's facets under the given filters. */
export function facetsQuery(filters: DirectoryFilters) {
  return queryOptions({
    queryKey: ["agents", "facets", filters],
    queryFn: ({ signal }) => call(listFacets, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
}
