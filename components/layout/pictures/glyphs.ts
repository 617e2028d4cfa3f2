/** Letters, figures and signs that the fonts of a picture have together: Latin, Greek, Cyrillic, Vietnamese. */
const DRAWABLE =
  /^[ -~\u00a1-\u00ff\u0100-\u0131\u0134-\u0148\u014a-\u017e\u0218-\u021b\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2116\u2212]*$/u;
const MAX_CHARACTERS = 160;

/**
 * Returns a text that a picture can show: one line without emoji, and without characters that hide or reverse text.
 * @param instead the text to use if there are letters that none of our fonts has. The drawing library would load
 *   fonts for them from other hosts
 */
export function drawableText(text: string, instead: string): string {
  const line = text
    .normalize("NFC")
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}\p{C}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  if (line === "" || !DRAWABLE.test(line)) return instead;
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
