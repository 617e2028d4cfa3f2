import type { CacheTag } from "./cache-tags";

/** A page that everyone may see, and whether the edge may keep it for the next visitor. */
export interface PublicPage {
  /** With parameters in braces: `/agents/{did}`. */
  path: `/${string}`;
  /** The query parameters that it reads. A page that is kept is rendered without any other. */
  parameters?: readonly string[];
  /** The tables that it and its frame are made from, or why it is not kept. */
  cache: { tags: readonly CacheTag[] } | { never: string };
}
