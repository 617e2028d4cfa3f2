import { z } from "zod";

/** The start of a page in a list that may change between two pages. */
export interface Place {
  /** How many entries were before it. */
  offset: number;
  /** The ids of the entries before it, the last one first. The page begins after the first of these that is still in the list. */
  after: readonly string[];
}

export const START: Place = { offset: 0, after: [] };

/** How many earlier entries a cursor names. */
const NAMED = 2;
/** How many entries may vanish between two pages before one could be skipped. */
const OVERLAP = 20;
/** The largest `integer` of PostgreSQL. */
const MAX_OFFSET = 2_147_483_647;
const MAX_CHARACTERS = 1_024;

/** Returns the cursor of a place. Ids are ASCII and have no spaces, as DIDs. */
export function cursorAt({ offset, after }: Place): string {
  return btoa([`after:${offset}`, ...after].join(" ")).replaceAll("=", "");
}

function placeOf(cursor: string): Place | undefined {
  const [, digits = "", ids = ""] = /^after:(\d{1,10})((?: [!-~]+)*)$/.exec(decoded(cursor)) ?? [];
  const offset = Number(digits);
  if (digits === "" || offset > MAX_OFFSET) return undefined;
  return { offset, after: ids.split(" ").filter(Boolean).slice(0, NAMED) };
}

function decoded(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}

/** Returns the schema of a cursor. @param start the text for the first page @param must the message for another text */
export const placeCursor = (start: string | undefined, must: string) =>
  z
    .string()
    .max(MAX_CHARACTERS)
    .transform((given, context): Place => {
      if (given === "" || given === start) return START;
      const place = placeOf(given);
      if (place) return place;
      context.addIssue({ code: "custom", message: must });
      return z.NEVER;
    });

/**
 * Reads a page from a place. It reads some entries before the place too, to find it again.
 * @param read returns entries of the list as it is now
 * @returns the page, which is shorter if entries came before it, and the place after it
 */
export async function readAt<T>(
  place: Place,
  limit: number,
  read: (part: { offset: number; limit: number }) => Promise<readonly T[]> | readonly T[],
  idOf: (entry: T) => string,
): Promise<{ page: T[]; next: Place }> {
  const { offset, after } = place;
  const from = after.length === 0 ? offset : Math.max(0, offset - OVERLAP);
  const entries = await read({ offset: from, limit: offset - from + limit });
  const ids = entries.map(idOf);
  const last = after.map((id) => ids.indexOf(id)).find((at) => at >= 0);
  const start = last === undefined ? offset - from : last + 1;
  const page = entries.slice(start, start + limit);
  const named = [...ids.slice(Math.max(0, start + page.length - NAMED), start + page.length)].reverse();
  return { page, next: { offset: from + start + page.length, after: named } };
}
