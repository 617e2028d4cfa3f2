import { z } from "zod";

/**
 * Characters that show nothing or change how others are shown: controls, line separators, bidi controls (UAX 9) and
 * all that Unicode calls ignorable, save the variants of emoji.
 */
const UNSEEN = "(?![\\ufe0e\\ufe0f])[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}\\p{DI}\\ufff9-\\ufffb]";

/** Finds one in a line. */
export const UNSEEN_IN_LINE = new RegExp(UNSEEN, "u");

/** Finds one in running text, where lines break, and the joiners U+200C and U+200D belong to how scripts are written. */
export const UNSEEN_IN_TEXT = new RegExp(`(?![\\n\\t\\u200c\\u200d])${UNSEEN}`, "u");

const ALL_UNSEEN_IN_TEXT = new RegExp(UNSEEN_IN_TEXT, "gu");

/** A running text of others without those. */
export const withoutUnseen = (text: string): string => text.replace(ALL_UNSEEN_IN_TEXT, "");

/** How a character that nobody sees is named: `U+202E`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function visible(text: z.ZodString, unseen: RegExp) {
  return text.superRefine((value, context) => {
    const [found] = unseen.exec(value) ?? [];
    if (found === undefined) return;
    context.addIssue({ code: "custom", message: `Take out a character that nobody would see: ${codePoint(found)}.` });
  });
}

/**
 * One line that a person wrote and others will read: trimmed, and without characters that hide or turn text around.
 * @param absent what is said where there is none; without it, an empty line will do
 */
export function plainLine(maximum: number, absent?: string) {
  const line = z.string(absent).trim().max(maximum, `At most ${maximum} characters.`);
  return visible(absent === undefined ? line : line.min(1, absent), UNSEEN_IN_LINE);
}

/** Several lines of the same. The line breaks that forms send become `\n`. */
export function plainText(maximum: number, absent?: string) {
  const text = z.string().trim().max(maximum, `At most ${maximum} characters.`);
  const breaks = z.string(absent).transform((given) => given.replace(/\r\n?/g, "\n"));
  return breaks.pipe(visible(absent === undefined ? text : text.min(1, absent), UNSEEN_IN_TEXT));
}
