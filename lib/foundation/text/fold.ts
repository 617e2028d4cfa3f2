/** Folds one character by full case folding (Unicode, CaseFolding.txt, C and F). */
function foldCharacter(character: string): string {
  // The only character that folds otherwise than its upper case: ı has the upper case I, which folds to i.
  return character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase();
}

/** Returns a text in the form in which texts are compared: NFKC, case folding, and single spaces. */
export function foldText(text: string): string {
  const folded = [...text.normalize("NFKC")].map(foldCharacter).join("");
  return folded.normalize("NFKC").replace(/\s+/g, " ").trim();
}
