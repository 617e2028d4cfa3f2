import type { DirectoryFilters, DirectoryQuery, DirectorySort } from "@/lib/agents/schema";
import { MAX_OFFSET, wholeNumberOf } from "@/lib/http/whole-number";

// The schema says the same with zod; a test holds the two together, and the browser need not load zod to read an address.

/** Rows of a page of the portal's directory, where the address says nothing else; and the most it may ask for. */
const PAGE_ROWS = 25;
const MAX_ROWS = 200;

const FILTERS: Record<keyof DirectoryFilters, true> = {
  zone: true,
  status: true,
  tier: true,
  role: true,
  role_is: true,
  model: true,
  model_is: true,
  q: true,
  demo: true,
};

/** The orders of the list, with their words. */
export const SORTS: Record<DirectorySort, string> = { score: "Highest score", name: "Name", newest: "Newest" };

/** What the directory page shows, as its address says. Of a parameter given twice the first counts. */
export function readAddress(parameters: Iterable<[string, string]>): DirectoryQuery {
  const given = new Map([...parameters].reverse());
  const sort = Object.keys(SORTS).find((known) => known === given.get("sort"));
  return {
    ...Object.fromEntries([...given].filter(([name]) => name in FILTERS)),
    ...(sort ? { sort: sort as DirectorySort } : {}),
    limit: wholeNumberOf(given.get("limit"), 1, MAX_ROWS, PAGE_ROWS),
    offset: wholeNumberOf(given.get("offset"), 0, MAX_OFFSET, 0),
  };
}

/** The filters of a view alone: what its facets depend on. */
export function filtersOf({ limit: _, offset: __, sort: ___, ...filters }: DirectoryQuery): DirectoryFilters {
  return filters;
}

/** The parameters that say what a view shows; those that say the usual are left out. */
export function parametersOf(query: DirectoryQuery): Record<string, string> {
  const { limit, offset, sort } = query;
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(filtersOf(query)).toSorted()) if (value) parameters[name] = value;
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

/** A view with something changed, from its first page on. */
export function change(query: DirectoryQuery, part: Partial<DirectoryQuery>): DirectoryQuery {
  return { ...query, offset: 0, ...part };
}
