import { z } from "zod";
import { partsOfDid } from "@/lib/did";
import { type Agent, Label, MAX_LIST_ITEMS, type RegisterAgent } from "./schema";

/** Longest value that a filter could match; a longer filter matches nothing. */
const MAX_FILTER_CHARACTERS = 255;

const texts = z
  .array(z.string().optional().catch(undefined))
  .catch([])
  .transform((list) => list.filter((one) => one !== undefined));

/** A skill of an agent card (A2A): known by its name, else its id. A plain string is its own name. */
const CardSkill = z
  .union([
    Label.transform((name) => ({ name })),
    z.looseObject({ name: Label }),
    z.looseObject({ id: Label }).transform((skill) => ({ ...skill, name: skill.id })),
  ])
  .pipe(z.object({ name: z.string(), description: z.string().catch(""), tags: texts, examples: texts }));
export type CardSkill = z.infer<typeof CardSkill>;

/** What can be read of a manifest that may look like anything. */
const Card = z.object({
  role: Label.catch(""),
  skills: z
    .array(CardSkill.optional().catch(undefined))
    .catch([])
    .transform((skills) => skills.filter((skill) => skill !== undefined)),
});

/** What a registration says, every default applied: the manifest's role first, the card's skill names where none are given. */
export function completeRecord(input: RegisterAgent) {
  const { zone, name } = partsOfDid(input.did);
  const { capability_manifest: manifest, ...given } = input;
  const card = Card.parse(manifest ?? {});
  const cardSkills = card.skills.map((skill) => skill.name);
  const provider = given.provider || "";
  return {
    zone,
    name: given.name || name,
    provider,
    role: card.role || given.role || "",
    model: given.model || provider,
    runtimeType: given.runtime_type || "",
    capabilities: given.capabilities ?? [],
    skills: given.skills ?? [...new Set(cardSkills)].slice(0, MAX_LIST_ITEMS),
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

/** An agent's skills with what its card says of each; those that only the record names have nothing more to say. */
export function describedSkills({
  skills,
  capability_manifest,
}: Pick<Agent, "skills" | "capability_manifest">): CardSkill[] {
  const described = Card.parse(capability_manifest).skills;
  const bare = skills.filter((name) => described.every((skill) => skill.name !== name));
  return [...described, ...bare.map((name) => ({ name, description: "", tags: [], examples: [] }))];
}
