import { rectifyConfusion } from "unicode-confusables";
import { organisationKey, sameOrganisation } from "@/lib/identity/organisation";

/** Returns the skeleton of UTS 39, section 4, in one case and without spaces and punctuation. */
function skeleton(text: string): string {
  const prototypes = rectifyConfusion(text.normalize("NFD")).normalize("NFD");
  return organisationKey(prototypes).replace(/[\p{P}\p{Z}]/gu, "");
}

/**
 * Returns whether two different organisation names can be confused. A skeleton depends on case: I looks like l, and i
 * does not. So the names are compared as they are written and in one case.
 */
export function looksAlike(one: string, other: string): boolean {
  if (sameOrganisation(one, other)) return false;
  return skeleton(one) === skeleton(other) || skeleton(organisationKey(one)) === skeleton(organisationKey(other));
}

/** Returns a name with each look-alike replaced by its ASCII letter: Cyrillic а becomes a. */
export function asciiLookAlike(name: string): string {
  return name.normalize("NFC").replace(/\P{ASCII}/gu, (letter) => rectifyConfusion(letter));
}
