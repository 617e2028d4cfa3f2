/** Maximum number of found agents that can be paged through. Use more specific words to find the others. */
export const MAX_SEARCH_RESULTS = 1_000;
