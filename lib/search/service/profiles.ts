import { charged } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { buildSkillProfile, type SkillProfile } from "../examples/profile";
import { readSkillTexts } from "./find-example-skills";

/** Upper bound of cached texts, at about 1 KB each. */
const MAX_TEXTS = 40_000;

/** A cache of the most recently used profiles. A skill's texts never change, but their embeddings are added later. */
class Profiles {
  private readonly kept = new Map<number, SkillProfile>();
  private texts = 0;

  get(id: number): SkillProfile | undefined {
    const profile = this.kept.get(id);
    if (!profile) return undefined;
    this.kept.delete(id);
    this.kept.set(id, profile);
    return profile;
  }

  keep(id: number, profile: SkillProfile): void {
    this.texts += profile.texts.length - (this.kept.get(id)?.texts.length ?? 0);
    this.kept.set(id, profile);
    for (const [oldest, { texts }] of this.kept) {
      if (this.texts <= MAX_TEXTS) return;
      this.kept.delete(oldest);
      this.texts -= texts.length;
    }
  }
}

const profilesOf = new WeakMap<Database, Profiles>();

/**
 * Returns the profiles of skills by their ids. Reads those not in memory in one statement. A deleted skill is left out.
 * @param skills `hasEmbeddings`: whether the database has the embeddings of its texts
 */
export async function readProfiles(
  db: Database,
  skills: readonly { skillId: number; hasEmbeddings: boolean }[],
): Promise<Map<number, SkillProfile>> {
  const profiles = profilesOf.get(db) ?? new Profiles();
  profilesOf.set(db, profiles);
  const found = new Map<number, SkillProfile>();
  for (const { skillId, hasEmbeddings } of skills) {
    const profile = profiles.get(skillId);
    if (profile && (profile.embeddings !== null || !hasEmbeddings)) found.set(skillId, profile);
  }
  const missing = skills.flatMap(({ skillId }) => (found.has(skillId) ? [] : [skillId]));
  for (const [id, { texts, embeddings }] of await readSkillTexts(db, missing)) {
    const profile = charged(() => buildSkillProfile(texts, embeddings));
    found.set(id, profile);
    profiles.keep(id, profile);
  }
  return found;
}
