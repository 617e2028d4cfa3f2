import { foldText } from "@/lib/foundation/text/fold";

/** This many characters in a row are a passage, not a phrase that two people may write independently. */
export const PASSAGE_CHARACTERS = 40;

/** Yields every passage of a text, in the form in which texts are compared. */
function* passagesOf(text: string): Generator<string> {
  const characters = [...foldText(text)];
  for (let end = PASSAGE_CHARACTERS; end <= characters.length; end += 1) {
    yield characters.slice(end - PASSAGE_CHARACTERS, end).join("");
  }
}

/**
 * Returns the names of the texts that repeat a passage of a private text. Letter case, line breaks, spaces and invisible
 * characters make no difference. The time is linear in the lengths.
 */
export function repeatingFields(texts: Readonly<Record<string, string>>, privateTexts: readonly string[]): string[] {
  // Only the passages of the public texts are kept. There may be many private ones.
  const fields = new Map<string, Set<string>>();
  for (const [name, text] of Object.entries(texts)) {
    for (const passage of passagesOf(text)) fields.set(passage, (fields.get(passage) ?? new Set()).add(name));
  }
  const repeating = new Set<string>();
  for (const text of privateTexts) {
    for (const passage of passagesOf(text)) for (const name of fields.get(passage) ?? []) repeating.add(name);
  }
  return Object.keys(texts).filter((name) => repeating.has(name));
}
