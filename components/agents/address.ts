import { type DirectoryFilters, DirectoryQuery } from "@/lib/agents/schema";
import { searchOf } from "@/lib/agents/search-schema";
import { readQuery } from "@/lib/http/page-address";

/** Rows of a page of the portal's directory, where the address says nothing else. */
const PAGE_ROWS = 25;

/** What the directory page shows: agents, or all values of one of its facets. */
export type View = DirectoryQuery;

/**
 * What the directory page shows, as its address says. A word that a filter does not know is left out. `score` is the API's
 * order; a page has the one in which ties go by registration.
 */
export function readAddress(given: Record<string, string>): View {
  const { sort, ...view } = readQuery(DirectoryQuery, { limit: PAGE_ROWS, ...given });
  if (searchOf(view)) return { ...view, ...(sort ? { sort: sort === "score" ? "trusted" : sort } : {}) };
  return { ...view, sort: sort === undefined || sort === "score" ? "trusted" : sort };
}

/** The filters of a view alone: what its facets depend on. */
export function filtersOf({ limit: _, offset: __, sort: ___, ...filters }: View): DirectoryFilters {
  return filters;
}

/** The parameters that say what a view shows; those that say the usual are left out. */
export function parametersOf(view: View): Record<string, string> {
  const { limit, offset, sort } = view;
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(filtersOf(view)).toSorted()) if (value) parameters[name] = value;
  const isUsual = searchOf(view) === null && sort === "trusted";
  if (sort && !isUsual) parameters["sort"] = sort;
  if (limit !== PAGE_ROWS) parameters["limit"] = String(limit);
  if (offset > 0) parameters["offset"] = String(offset);
  return parameters;
}

/** The address of a view. @param more what else the page is asked for */
export function addressOf(view: View, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...parametersOf(view), ...more }).toString();
  return search ? `/agents?${search}` : "/agents";
}

/** A view with something changed, from its first page on. */
export function change(view: View, part: Partial<View>): View {
  return readAddress(parametersOf({ ...view, offset: 0, ...part }));
}
