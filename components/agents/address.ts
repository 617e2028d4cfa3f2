import { DirectoryFilters, DirectoryQuery } from "@/lib/agents/schema";

/** Rows of a page of the portal's directory, where the address says nothing else. */
const PAGE_ROWS = 25;

/** What the directory page shows, as its address says. A parameter given twice counts once. */
export function readAddress(parameters: Iterable<[string, string]>): DirectoryQuery {
  return DirectoryQuery.parse({ limit: PAGE_ROWS, ...Object.fromEntries([...parameters].reverse()) });
}

/** The parameters that say what a view shows; those that say the usual are left out. */
export function parametersOf({ limit, offset, sort, ...filters }: DirectoryQuery): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(filters)) if (value) parameters[name] = value;
  if (sort && sort !== "score") parameters["sort"] = sort;
  if (limit !== PAGE_ROWS) parameters["limit"] = String(limit);
  if (offset > 0) parameters["offset"] = String(offset);
  return parameters;
}

/** The address of a view. */
export function addressOf(query: DirectoryQuery): string {
  const search = new URLSearchParams(parametersOf(query)).toString();
  return search ? `/agents?${search}` : "/agents";
}

/** The filters of a view alone: what its facets depend on. */
export function filtersOf(query: DirectoryQuery): DirectoryFilters {
  return DirectoryFilters.parse(query);
}

/** A view with something changed, from its first page on. */
export function change(query: DirectoryQuery, part: Partial<DirectoryQuery>): DirectoryQuery {
  return { ...query, offset: 0, ...part };
}
