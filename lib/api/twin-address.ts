import { MARKDOWN } from "@/lib/http/endpoint";
import { decodedSegment } from "@/lib/http/page-address";
import { PAGES } from "./contract";

/** The twins, each with what its address looks like. */
const TWINS = PAGES.filter(({ text }) => text === MARKDOWN).map((endpoint) => {
  const literal = (text: string) => text.replace(/[.]/g, "\\$&");
  const pattern = endpoint.path
    .split(/\{\w+\}/)
    .map(literal)
    .join("([^/]+)");
  return { endpoint, pattern: new RegExp(`^${pattern}$`) };
});

const HOME = "/index.html";

/** The twin that a path asks for, with what is put into it; undefined where it is no twin's. */
export function twinAt(path: string) {
  for (const { endpoint, pattern } of TWINS) {
    const found = pattern.exec(path);
    if (!found) continue;
    const names = Object.keys(endpoint.params?.shape ?? {});
    const params = Object.fromEntries(names.map((name, index) => [name, decodedSegment(found[index + 1] ?? "")]));
    return { endpoint, params };
  }
  return undefined;
}

/** The page of a twin's path. */
export function pageOf(path: string): string {
  const page = path.replace(/\.md$/, "");
  return page === HOME ? "/" : page;
}

/** Where a page that was asked for is as markdown; undefined where it has no twin. @param asked path and query */
export function twinOf(asked: string): string | undefined {
  const { pathname, searchParams } = new URL(asked, "http://localhost");
  const path = `${pathname === "/" ? HOME : pathname}.md`;
  if (!twinAt(path)) return undefined;
  // Next's own, of pages that are fetched without a load.
  searchParams.delete("_rsc");
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
