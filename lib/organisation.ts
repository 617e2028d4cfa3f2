/** One character under full case folding (Unicode, CaseFolding.txt, C and F). */
function foldCharacter(character: string): string {
  const folded = character.toLowerCase().toUpperCase().toLowerCase();
  const isOne = [...folded].length === 1;
  // Some characters share a capital letter but not their folding: ı has the capital I, which folds to i.
  return !isOne || new RegExp(`^\\u{${character.codePointAt(0)?.toString(16)}}$`, "iu").test(folded)
    ? folded
    : character.toLowerCase();
}

/** The form in which organisations' names are compared: NFKC and case folding, one space where there are several. */
export function organisationKey(name: string): string {
  const folded = [...name.normalize("NFKC")].map(foldCharacter).join("");
  return folded.normalize("NFKC").replace(/\s+/g, " ").trim();
}

/** Whether two names are one organisation. */
export function sameOrganisation(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && organisationKey(one) === organisationKey(other);
}
