import { Routes } from "@/lib/edge/routes";
import { MARKDOWN } from "@/lib/http/endpoint";
import { PAGES } from "../contract";

const MARKDOWN_PAGES = new Map(
  PAGES.flatMap((endpoint) => (endpoint.mediaType === MARKDOWN ? [[endpoint.path as string, endpoint] as const] : [])),
);
const routes = new Routes([...MARKDOWN_PAGES.values()]);

const HOME = "/index.html";

/** Finds the markdown alternate of a path, with its parameters; undefined if there is none. */
export function markdownPageAt(path: string) {
  const route = routes.find(path);
  const endpoint = route === null ? undefined : MARKDOWN_PAGES.get(route.template);
  return route !== null && endpoint ? { endpoint, params: route.params } : undefined;
}

export function pagePathOf(path: string): string {
  const page = path.replace(/\.md$/, "");
  return page === HOME ? "/" : page;
}

/** Returns the address of a page's markdown alternate, or undefined if it has none. @param asked path and query */
export function markdownPathOf(asked: string): string | undefined {
  const { pathname, searchParams } = new URL(asked, "http://localhost");
  const path = `${pathname === "/" ? HOME : pathname}.md`;
  if (!markdownPageAt(path)) return undefined;
  // Next's own parameter, for pages that are fetched without a full load.
  searchParams.delete("_rsc");
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
