import { z } from "zod";
import { trimmedText } from "./blank";
import { composed } from "./fold";

/** Scripts whose letters join or combine, and in which a joiner changes this. */
const JOINED =
  "\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Adlm}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}";
/** Scripts that write words without spaces, with an invisible one between them. */
const UNSPACED = "\\p{scx=Khmr}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Mymr}";

/**
 * Invisible characters that a script needs, in their places. First the joiners of UAX 31: a non-joiner between letters, a
 * joiner after one. Then a joiner inside an emoji, a space without width between words, and a variant of a Chinese or
 * Mongolian letter. Last the tags of a flag.
 */
const JOINERS = `(?<=[${JOINED}])(?:\\u200c(?=[\\p{L}\\p{M}])|\\u200d(?![\\u200c\\u200d]))`;
const IN_EMOJI = "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})";
const SPACES = `(?<=[${UNSPACED}])\\u200b(?=[${UNSPACED}])`;
const VARIANTS =
  "(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]|(?<=\\p{Script=Mong})[\\u180b-\\u180d\\u180f]|[\\ufe0e\\ufe0f]";
const FLAGS = "(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6})[\\u{e0020}-\\u{e007f}]";

/**
 * Characters that are invisible or change how others are shown: controls, line separators, bidi controls (UAX 9) and
 * all that Unicode calls ignorable, except where a script needs them.
 */
const INVISIBLE = `(?!${JOINERS}|${IN_EMOJI}|${SPACES}|${VARIANTS}|${FLAGS})[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}\\p{DI}\\ufff9-\\ufffb]`;

/** Matches one in a single line. */
export const INVISIBLE_IN_LINE = new RegExp(INVISIBLE, "u");

/** Matches one in running text, in which line breaks are allowed. */
export const INVISIBLE_IN_TEXT = new RegExp(`(?![\\n\\t])${INVISIBLE}`, "u");

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
 * Returns the schema of one line that a person wrote for others: composed (NFC), trimmed, and without characters that
 * hide or reverse text.
 * @param absent the message for an empty line; without it, an empty line is valid
 */
export function plainLine(maximum: number, absent?: string) {
  const line = trimmedText(absent).overwrite(composed).max(maximum, `At most ${maximum} characters.`);
  return visible(absent === undefined ? line : line.min(1, absent), INVISIBLE_IN_LINE);
}

/** Returns the same for several lines. The line breaks that forms send become `\n`. */
export function plainText(maximum: number, absent?: string) {
  const text = trimmedText().overwrite(composed).max(maximum, `At most ${maximum} characters.`);
  const breaks = z.string(absent).transform((given) => given.replace(/\r\n?/g, "\n"));
  return breaks.pipe(visible(absent === undefined ? text : text.min(1, absent), INVISIBLE_IN_TEXT));
}
