/** More marks of one letter than any language has. The time to order them grows with the square of their number. */
const TOO_MANY_MARKS = /(?<=\p{M}{8})\p{M}+/gu;
/** A text with more marks in a row is not normalised (UAX 15, stream-safe text). */
const UNSAFE_MARKS = /\p{M}{31}/u;

/** Returns a text in the form in which it is stored: NFC. */
export const composed = (text: string): string => (UNSAFE_MARKS.test(text) ? text : text.normalize("NFC"));

/** Folds one character by full case folding (Unicode, CaseFolding.txt, C and F). */
function foldCharacter(character: string): string {
  // The only character that folds otherwise than its upper case: ı has the upper case I, which folds to i.
  return character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase();
}

/**
 * Returns a text in the form in which texts are compared: NFKC, case folding, single spaces, and without characters that
 * nobody sees, such as joiners (Unicode, NFKC_Casefold).
 */
export function foldText(text: string): string {
  const seen = text.replace(/\p{DI}/gu, "").replace(TOO_MANY_MARKS, "");
  const folded = [...seen.normalize("NFKC")].map(foldCharacter).join("");
  return folded.normalize("NFKC").replace(/\s+/g, " ").trim();
}

/** Returns whether two texts differ at most in case, width, composition, spaces and characters that nobody sees. */
export const isSameText = (one: string, other: string): boolean => one === other || foldText(one) === foldText(other);
