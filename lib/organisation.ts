/** Folds one character by full case folding (Unicode, CaseFolding.txt, C and F). */
function foldCharacter(character: string): string {
  // The only character that folds otherwise than its upper case: ı has the upper case I, which folds to i.
  return character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase();
}

/** Returns the form in which organisations' names are compared: NFKC, case folding, and single spaces. */
export function organisationKey(name: string): string {
  const folded = [...name.normalize("NFKC")].map(foldCharacter).join("");
  return folded.normalize("NFKC").replace(/\s+/g, " ").trim();
}

/** Returns whether two names are one organisation. */
export function sameOrganisation(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && organisationKey(one) === organisationKey(other);
}
