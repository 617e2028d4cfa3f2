import { foldText } from "@/lib/foundation/text/fold";

export const organisationKey = (name: string): string => foldText(name);

/** Returns whether two names are one organisation. */
export function sameOrganisation(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && organisationKey(one) === organisationKey(other);
}
