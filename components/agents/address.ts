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

/** The filters that take one of a few words. */
const WORDS: Record<string, readonly string[]> = {
  tier: ["T0", "T1", "T2", "T3", "T4"],
  demo: ["hide", "only"],
  sort: Object.keys(SORTS),
};

/** A parameter as the view uses it; undefined where it is none of the words that it may be. */
function wordOf(name: string, value: string): string | undefined {
  const words = WORDS[name];
  return words ? words.find((word) => word.toLowerCase() === value.trim().toLowerCase()) : value;
}

/**
 * What the directory page shows, as its address says. Of a parameter given twice the first counts. A word that a filter
 * does not know is left out.
 */
export function readAddress(parameters: Iterable<[string, string]>): DirectoryQuery {
  const given = new Map([...parameters].reverse());
  const known = [...given].flatMap(([name, value]): [string, string][] => {
    const used = name in FILTERS || name === "sort" ? wordOf(name, value) : undefined;
    return used === undefined ? [] : [[name, used]];
  });
  return {
    ...Object.fromEntries(known),
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
