/**
 * Characters that show nothing or change how others are shown: controls, line separators, bidi controls (UAX 9) and
 * all that Unicode calls ignorable, save the variants of emoji.
 */
const UNSEEN = "(?![\\ufe0e\\ufe0f])[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}\\p{DI}\\ufff9-\\ufffb]";

/** Finds one in a line. */
export const UNSEEN_IN_LINE = new RegExp(UNSEEN, "u");

/** Finds one in running text, where lines break, and the joiners U+200C and U+200D belong to how scripts are written. */
export const UNSEEN_IN_TEXT = new RegExp(`(?![\\n\\t\\u200c\\u200d])${UNSEEN}`, "u");

/** How a character that nobody sees is named: `U+202E`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
