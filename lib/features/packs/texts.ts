/** The page of an agent and the index of a pack both say this. */
export const PACK_TEXTS = {
  button: "Evidence pack (zip)",
  trust: "Take the checker from a place you trust, not from the pack.",
} as const;
