import canonicalize from "canonicalize";
import { z } from "zod";
import type { AgentRow } from "@/lib/database/schema/agents";
import { BOUNDS } from "@/lib/foundation/bounds";
import { partsOfDid } from "@/lib/identity/did";
import { organisationKey } from "@/lib/identity/organisation";
import { listOf } from "./manifests/lenient";
import { detailsOfManifest } from "./manifests/manifest-details";
import { type Agent, Label, MAX_LIST_ITEMS, type RegisterAgent } from "./schema";

const texts = listOf(z.string(), BOUNDS.items);

/** Maximum number of skills that are read of a card. */
export const MAX_SKILLS = 400;

/** A skill of an A2A agent card. Its name is `name`, else `id`. A plain string is its own name. */
const CardSkill = z
  .union([
    Label.transform((name) => ({ name })),
    z.looseObject({ name: Label }),
    z.looseObject({ id: Label }).transform((skill) => ({ ...skill, name: skill.id })),
  ])
  .pipe(z.object({ name: z.string(), description: z.string().catch(""), tags: texts, examples: texts }));
export type CardSkill = z.infer<typeof CardSkill>;

/**
 * How long an approved application reserves its DID. Then the approval expires, and an operator may approve another
 * application.
 */
export const RESERVATION_MILLISECONDS = 14 * 86_400_000;

export const approvalExpiresAt = (approvedAt: Date) => new Date(approvedAt.getTime() + RESERVATION_MILLISECONDS);

/** Reads what it can from a manifest of any shape. */
const Card = z.object({
  role: Label.catch(""),
  skills: listOf(CardSkill, MAX_SKILLS),
});

/**
 * Returns the record of a registration with all defaults applied. The manifest's role takes precedence. The names of
 * its skills, its description, addresses and similar fields are used where the registration has none.
 */
export function completeRecord(input: RegisterAgent) {
  const { zone, name } = partsOfDid(input.did);
  const { capability_manifest: manifest, ...given } = input;
  const card = Card.parse(manifest ?? {});
  const about = detailsOfManifest(manifest ?? {});
  const cardSkills = card.skills.map((skill) => skill.name);
  const provider = given.provider || "";
  return {
    zone,
    name: given.name || name,
    provider,
    providerKey: organisationKey(provider),
    role: card.role || given.role || "",
    model: given.model || provider,
    modelGiven: Boolean(given.model),
    runtimeType: given.runtime_type || "",
    capabilities: given.capabilities ?? [],
    skills: given.skills ?? [...new Set(cardSkills)].slice(0, MAX_LIST_ITEMS),
    description: given.description || about.description,
    version: given.version || about.version,
    homepage: given.homepage || about.homepage,
    repository: given.repository || about.repository,
    licence: given.licence || about.licence,
    tags: given.tags ?? about.tags,
    endpoints: given.endpoints ?? about.endpoints,
    capabilityManifest: manifest ?? {},
    publicKey: given.public_key || "",
  };
}

/**
 * Returns the input that would produce an agent's record. Fields that follow from others by default are left out, so
 * that they are derived again when the others change.
 */
export function recordWithoutDefaults(row: AgentRow): RegisterAgent {
  const { did, provider, capabilityManifest: capability_manifest } = row;
  const implied = completeRecord({ did, provider, capability_manifest });
  // The database returns an endpoint's fields in another order.
  const unless = <T>(value: T, byDefault: T) => (canonicalize(value) === canonicalize(byDefault) ? undefined : value);
  return {
    did,
    provider,
    capability_manifest,
    name: unless(row.name, implied.name),
    role: unless(row.role, implied.role),
    model: row.modelGiven ? row.model : undefined,
    skills: unless(row.skills, implied.skills),
    description: unless(row.description, implied.description),
    version: unless(row.version, implied.version),
    homepage: unless(row.homepage, implied.homepage),
    repository: unless(row.repository, implied.repository),
    licence: unless(row.licence, implied.licence),
    tags: unless(row.tags, implied.tags),
    endpoints: unless(row.endpoints, implied.endpoints),
    capabilities: row.capabilities,
    runtime_type: row.runtimeType,
    public_key: row.publicKey,
  };
}

/** The fields in which a record differs from the row, as the API calls them. */
export function changedFields(
  record: ReturnType<typeof completeRecord> & Partial<Pick<AgentRow, "a2aGuests" | "livenessChecks">>,
  row: AgentRow,
): string[] {
  const names = Object.keys(record) as (keyof typeof record)[];
  return (
    names
      // The database gives an object's fields in another order.
      .filter((name) => canonicalize(record[name]) !== canonicalize(row[name]))
      .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  );
}

/** Returns an agent's skills with their details from the card. A skill that only the record names has no details. */
export function describedSkills({
  skills,
  capability_manifest,
}: Pick<Agent, "skills" | "capability_manifest">): CardSkill[] {
  const described = Card.parse(capability_manifest).skills;
  const bare = skills.filter((name) => described.every((skill) => skill.name !== name));
  return [...described, ...bare.map((name) => ({ name, description: "", tags: [], examples: [] }))];
}
