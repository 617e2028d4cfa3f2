import { z } from "zod";

/**
 * Returns a query filter that accepts one of these words, in any case. An empty value has no effect. An unknown word is
 * an issue that lists the valid words.
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
    .meta({ enum: [...allowed], description: `${description} Case is ignored.`.trim() });
}

/** The largest `integer` of PostgreSQL. */
const MAX_ENTRY = 2_147_483_647;
/** The cursor for the first page of a list. */
const START = "start";

/** Start of a page of a list: after the entry with this number; null: at the start; undefined: no paging requested. */
export const Cursor = z
  .string()
  .transform((given, context): number | null | undefined => {
    if (given === "") return undefined;
    if (given === START) return null;
    const [, digits] = /^after:(\d{1,10})$/.exec(decoded(given)) ?? [];
    if (digits !== undefined && Number(digits) <= MAX_ENTRY) return Number(digits);
    context.addIssue({ code: "custom", message: `must be \`${START}\`, or the \`next_cursor\` of an earlier page` });
    return z.NEVER;
  })
  .optional()
  .meta({
    example: START,
    description: `\`${START}\`, or the \`next_cursor\` of an earlier page. If given, the response has \`next_cursor\` while there are more entries.`,
  });

function decoded(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}
