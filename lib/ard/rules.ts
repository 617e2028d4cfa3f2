/** How well an entry matches, as the search has it. */
export interface Match {
  match: "words" | "typo" | "meaning";
  /** Over 1 where the name has the text, over 2 where it begins with it, over 4 where it is the text. */
  rank?: number;
  /** A cosine. */
  nearness?: number;
}

/** How a ranking by words is spread: half of what words can add is given at this rank. */
const HALF_RANK = 0.1;
const TYPO_SCORE = 60;

function relevanceOf({ match, rank = 0, nearness = 0 }: Match): number {
  if (match === "typo") return TYPO_SCORE;
  if (match === "meaning") return 100 * nearness;
  if (rank >= 4) return 100;
  if (rank >= 1) return rank >= 2 ? 95 : 90;
  return 70 + 20 * (rank / (rank + HALF_RANK));
}

/**
 * Scores from 0 to 100 of entries in their order: relevance alone, never trust. All words in a record are 70 and more, a
 * typo 60, nearness in meaning its cosine; none is higher than the one before it.
 */
export function scoresOf(matches: readonly Match[]): number[] {
  let least = 100;
  return matches.map((match) => {
    least = Math.min(least, Math.max(0, Math.round(relevanceOf(match))));
    return least;
  });
}

/** What a list is filtered by: the values of each field, any of which may fit. */
export type Terms = Record<string, string[]>;

const TERM = /\s*([A-Za-z][\w.-]*)\s*(=|>)\s*(?:'((?:[^']|'')*)'|"([^"]*)")\s*/y;
const AND = /AND\s/iy;

/**
 * Reads the filter of a list (ARD v0.91, appendix A): `type = 'a, b' AND createdAfter > '2026-01-01'`.
 * @returns a sentence where it is none
 */
export function readFilter(text: string): Terms | string {
  const terms: Terms = {};
  for (let at = 0; text.slice(at).trim() !== ""; ) {
    if (at > 0) {
      AND.lastIndex = at;
      if (!AND.test(text)) return "must join its terms by AND";
      at = AND.lastIndex;
    }
    TERM.lastIndex = at;
    const [, field, , single, double = ""] = TERM.exec(text) ?? [];
    if (field === undefined) return "must have terms such as type = 'application/json'";
    if (Object.hasOwn(terms, field)) return `must name ${field} once; several values are separated by commas`;
    const given = (single?.replaceAll("''", "'") ?? double).split(",").map((value) => value.trim());
    terms[field] = given.filter((value) => value !== "");
    if (terms[field].length === 0) return `must have a value for ${field}`;
    at = TERM.lastIndex;
  }
  return terms;
}

/** The orders of a list, as they are asked for. */
const ORDERS = { "displayname asc": "name", "createdat desc": "newest", "trustscore desc": "score" } as const;

/** Reads the order of a list; null where there is no such one. */
export function readOrder(text: string): (typeof ORDERS)[keyof typeof ORDERS] | null {
  const [field = "", way = "asc"] = text.trim().toLowerCase().split(/\s+/);
  const asked = `${field} ${way}`;
  return Object.hasOwn(ORDERS, asked) ? ORDERS[asked as keyof typeof ORDERS] : null;
}
