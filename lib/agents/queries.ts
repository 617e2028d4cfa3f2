import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/http/client";
import { listDirectory } from "./contract";
import type { DirectoryQuery } from "./schema";

/** A page of the directory, as the API answers it. */
export function directoryQuery(query: DirectoryQuery) {
  return queryOptions({
    queryKey: ["agents", "directory", query],
    queryFn: ({ signal }) => call(listDirectory, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
