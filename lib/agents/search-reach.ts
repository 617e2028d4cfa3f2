/** So many of the agents that a search finds can be paged through; other words find the others. */
export const SEARCH_REACH = 1_000;
