import { foldText } from "@/lib/text/fold";

/** This many characters in a row are a passage, not a phrase that two people may write independently. */
export const PASSAGE_CHARACTERS = 40;

/** Matches characters that nobody sees, which could split a passage. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns every passage of a text, in the form in which texts are compared. */
function passagesOf(text: string): string[] {
  const characters = [...foldText(text.replace(UNSEEN, ""))];
  const count = Math.max(0, characters.length - PASSAGE_CHARACTERS + 1);
  return Array.from({ length: count }, (_, start) => characters.slice(start, start + PASSAGE_CHARACTERS).join(""));
}

/**
 * Returns the names of the texts that repeat a passage of a private text. Letter case, line breaks, spaces and invisible
 * characters make no difference. The time is linear in the lengths.
 */
export function repeatingFields(texts: Readonly<Record<string, string>>, privateTexts: readonly string[]): string[] {
  const passages = new Set(privateTexts.flatMap(passagesOf));
  const repeats = (text: string) => passagesOf(text).some((passage) => passages.has(passage));
  return Object.entries(texts).flatMap(([name, text]) => (repeats(text) ? [name] : []));
}
