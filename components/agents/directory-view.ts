import { type DirectoryFilters, DirectoryQuery } from "@/lib/features/directory/directory-schema";
import { searchOf } from "@/lib/features/directory/search-schema";
import { USUAL_ROWS } from "@/lib/http/page";
import { readQuery } from "@/lib/http/page-address";

/** The default number of rows on a page of the portal's directory. */

/** The state of the directory page: agents, or all values of one of its facets. */
export type View = DirectoryQuery;

/**
 * Reads the state of the directory page from its address. Values that a filter does not know are left out. `score` is
 * the API's order. A page uses `trusted` instead, in which equal scores are ordered by registration.
 */
export function readAddress(given: Record<string, string>): View {
  const { sort, ...view } = readQuery(DirectoryQuery, { limit: USUAL_ROWS, ...given });
  if (searchOf(view)) return { ...view, ...(sort ? { sort: sort === "score" ? "trusted" : sort } : {}) };
  return { ...view, sort: sort === undefined || sort === "score" ? "trusted" : sort };
}

/** Returns the filters of a view. Its facets depend only on these. */
export function filtersOf({ limit: _, offset: __, sort: ___, ...filters }: View): DirectoryFilters {
  return filters;
}

/** Returns the parameters of a view's address, without those that have their default. */
export function parametersOf(view: View): Record<string, string> {
  const { limit, offset, sort } = view;
  const filters = Object.entries(filtersOf(view)).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const parameters: Record<string, string> = Object.fromEntries(filters.toSorted());
  const isUsual = searchOf(view) === null && sort === "trusted";
  if (sort && !isUsual) parameters["sort"] = sort;
  if (limit !== USUAL_ROWS) parameters["limit"] = String(limit);
  if (offset > 0) parameters["offset"] = String(offset);
  return parameters;
}

/** Returns the address of a view. @param more further parameters */
export function addressOf(view: View, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...parametersOf(view), ...more }).toString();
  return search ? `/agents?${search}` : "/agents";
}

/** Returns a view with some values changed, at its first page. */
export function changeView(view: View, part: Partial<View>): View {
  return readAddress(parametersOf({ ...view, offset: 0, ...part }));
}
