import { z } from "zod";

/**
 * A filter of a query string that takes one of these words, in any case. An empty one asks for nothing; an unknown word
 * is an issue that names the words.
 */
export function oneOf<W extends z.core.util.EnumLike>(words: z.ZodEnum<W>, description = "") {
  const allowed = words.options as W[keyof W][];
  return z
    .string()
    .transform((given, context): W[keyof W] | undefined => {
      const asked = given.trim().toLowerCase();
      const word = allowed.find((each) => String(each).toLowerCase() === asked);
      if (asked !== "" && word === undefined) {
        context.addIssue({ code: "custom", message: `must be one of ${allowed.join(", ")}` });
      }
      return word;
    })
    .optional()
    .meta({ enum: [...allowed], description: `${description} In any case.`.trim() });
}

/** The largest `integer` of PostgreSQL. */
const MAX_ENTRY = 2_147_483_647;
/** Begins a list that is read page by page. */
const START = "start";

/** Where a page of a list begins: behind the entry of this number; null: at the start; undefined: no paging was asked for. */
export const Cursor = z
  .string()
  .transform((given, context): number | null | undefined => {
    if (given === "") return undefined;
    if (given === START) return null;
    const [, digits] = /^after:(\d{1,10})$/.exec(decoded(given)) ?? [];
    if (digits !== undefined && Number(digits) <= MAX_ENTRY) return Number(digits);
    context.addIssue({ code: "custom", message: `must be \`${START}\`, or the \`next_cursor\` of a former page` });
    return z.NEVER;
  })
  .optional()
  .meta({
    description: `\`${START}\`, or the \`next_cursor\` of a former page. Where it is given, the response has \`next_cursor\` while more follows.`,
  });

function decoded(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}
