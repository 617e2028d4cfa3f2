import { MARKDOWN } from "@/lib/http/endpoint";
import { decodedSegment } from "@/lib/http/page-address";
import { PAGES } from "./contract";

/** The markdown alternates of pages, each with the pattern of its path. */
const MARKDOWN_PAGES = PAGES.filter(({ mediaType }) => mediaType === MARKDOWN).map((endpoint) => {
  const literal = (text: string) => text.replace(/[.]/g, "\\$&");
  const pattern = endpoint.path
    .split(/\{\w+\}/)
    .map(literal)
    .join("([^/]+)");
  return { endpoint, pattern: new RegExp(`^${pattern}$`) };
});

const HOME = "/index.html";

/** Finds the markdown alternate of a path, with its parameters; undefined if there is none. */
export function markdownPageAt(path: string) {
  for (const { endpoint, pattern } of MARKDOWN_PAGES) {
    const found = pattern.exec(path);
    if (!found) continue;
    const names = Object.keys(endpoint.params?.shape ?? {});
    const params = Object.fromEntries(names.map((name, index) => [name, decodedSegment(found[index + 1] ?? "")]));
    return { endpoint, params };
  }
  return undefined;
}

/** Returns the page of a markdown alternate's path. */
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
