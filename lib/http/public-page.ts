import type { CacheTag } from "./cache-tags";

/** A public page, and whether the edge may cache it for other visitors. */
export interface PublicPage {
  /** With parameters in braces: `/agents/{did}`. */
  path: `/${string}`;
  /** The query parameters that it reads. A cached page is rendered without any others. */
  parameters?: readonly string[];
  /** The tables that the page and its frame depend on, or the reason why it is not cached. */
  cache: { tags: readonly CacheTag[] } | { never: string };
}
