import { partsOfDid } from "@/lib/did";
import type { RegisterAgent } from "./schema";

/** Longest value that a filter could match; a longer filter matches nothing. */
const MAX_FILTER_CHARACTERS = 255;

/** What a registration says, every default applied: the manifest's role first, the card's skill names where none are given. */
export function completeRecord(input: RegisterAgent) {
  const { zone, name } = partsOfDid(input.did);
  const { capability_manifest: manifest, ...given } = input;
  const cardSkills = (manifest?.skills ?? []).flatMap((skill) => skill.name || skill.id || []);
  const provider = given.provider || "";
  return {
    zone,
    name: given.name || name,
    provider,
    role: manifest?.role?.trim() || given.role || "",
    model: given.model || provider,
    runtimeType: given.runtime_type || "",
    capabilities: given.capabilities ?? [],
    skills: given.skills ?? [...new Set(cardSkills)].slice(0, 200),
    capabilityManifest: manifest ?? {},
    publicKey: given.public_key || "",
  };
}

/** Whether no stored value can contain this filter: too long, or with characters that are never stored. */
export function matchesNothing(filter: string): boolean {
  return filter.length > MAX_FILTER_CHARACTERS || filter.includes("\0") || !filter.isWellFormed();
}

/** The LIKE pattern for "contains", with `%`, `_` and `\` as letters. */
export function containsPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}
