import { z } from "zod";
import { trimmedText } from "./blank";

/**
 * Characters that are invisible or change how others are shown: controls, line separators, bidi controls (UAX 9) and
 * all that Unicode calls ignorable, except the variation selectors of emoji.
 */
const INVISIBLE = "(?![\\ufe0e\\ufe0f])[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}\\p{DI}\\ufff9-\\ufffb]";

/** Matches one in a single line. */
export const INVISIBLE_IN_LINE = new RegExp(INVISIBLE, "u");

/**
 * Matches one in running text, in which line breaks are allowed, and the joiners U+200C and U+200D are part of some
 * scripts.
 */
export const INVISIBLE_IN_TEXT = new RegExp(`(?![\\n\\t\\u200c\\u200d])${INVISIBLE}`, "u");

const ALL_INVISIBLE_IN_TEXT = new RegExp(INVISIBLE_IN_TEXT, "gu");

/** Returns others' running text without such characters. */
export const removeInvisible = (text: string): string => text.replace(ALL_INVISIBLE_IN_TEXT, "");

/** Returns the name of an invisible character: `U+202E`. */
export function describeCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function visible(text: z.ZodString, unseen: RegExp) {
  return text.superRefine((value, context) => {
    const [found] = unseen.exec(value) ?? [];
    if (found === undefined) return;
    context.addIssue({ code: "custom", message: `Remove an invisible character: ${describeCodePoint(found)}.` });
  });
}

/**
 * Returns the schema of one line that a person wrote for others: trimmed, and without characters that hide or reverse
 * text.
 * @param absent the message for an empty line; without it, an empty line is valid
 */
export function plainLine(maximum: number, absent?: string) {
  const line = trimmedText(absent).max(maximum, `At most ${maximum} characters.`);
  return visible(absent === undefined ? line : line.min(1, absent), INVISIBLE_IN_LINE);
}

/** Returns the same for several lines. The line breaks that forms send become `\n`. */
export function plainText(maximum: number, absent?: string) {
  const text = trimmedText().max(maximum, `At most ${maximum} characters.`);
  const breaks = z.string(absent).transform((given) => given.replace(/\r\n?/g, "\n"));
  return breaks.pipe(visible(absent === undefined ? text : text.min(1, absent), INVISIBLE_IN_TEXT));
}
