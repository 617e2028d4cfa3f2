import { ownValue } from "@/lib/foundation/own-values";

/** Returns scores from 0 to 100 for ordered entries, by how likely each fits. No score is higher than the one before it. */
export function scoresOf(likely: readonly number[]): number[] {
  let least = 100;
  return likely.map((p) => {
    least = Math.min(least, Math.round(100 * p));
    return least;
  });
}

/** A list's filter: for each field, a set of values. One of them must match. */
export type FilterTerms = Record<string, string[]>;

const TERM = /\s*([A-Za-z][\w.-]*)\s*(=|>)\s*(?:'((?:[^']|'')*)'|"([^"]*)")\s*/y;
const AND = /AND\s/iy;

/**
 * Parses the filter of a list (ARD v0.91, appendix A): `type = 'a, b' AND createdAfter > '2026-01-01'`.
 * @returns a sentence if it is invalid
 */
export function readFilter(text: string): FilterTerms | string {
  const terms = new Map<string, string[]>();
  for (let at = 0; text.slice(at).trim() !== ""; ) {
    if (at > 0) {
      AND.lastIndex = at;
      if (!AND.test(text)) return "must join its terms with AND";
      at = AND.lastIndex;
    }
    TERM.lastIndex = at;
    const [, field, , single, double = ""] = TERM.exec(text) ?? [];
    if (field === undefined) return "must have terms such as type = 'application/json'";
    if (terms.has(field)) return `must name ${field} only once. Separate several values by commas`;
    const given = (single?.replaceAll("''", "'") ?? double).split(",").map((value) => value.trim());
    const values = given.filter((value) => value !== "");
    if (values.length === 0) return `must have a value for ${field}`;
    terms.set(field, values);
    at = TERM.lastIndex;
  }
  return Object.fromEntries(terms);
}

/** The orders of a list, by their names in requests. */
const ORDERS = { "displayname asc": "name", "createdat desc": "newest", "trustscore desc": "score" } as const;

/** Parses the order of a list. Returns null for an unknown one. */
export function readOrder(text: string): (typeof ORDERS)[keyof typeof ORDERS] | null {
  const [field = "", way = "asc"] = text.trim().toLowerCase().split(/\s+/);
  const asked = `${field} ${way}`;
  return ownValue(ORDERS, asked) ?? null;
}
