import type { Database } from "@/lib/db/open";
import { readSkillTexts } from "@/lib/vectors/service/search";
import { profileOf, type SkillProfile } from "../rules/profile";

/** Most texts that are kept; about a kilobyte each. */
const MAX_TEXTS = 40_000;

/** The profiles of the skills asked for last. A skill's texts never change under its id, so nothing here grows old. */
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
    if (this.kept.has(id)) return;
    this.kept.set(id, profile);
    this.texts += profile.texts.length;
    for (const [oldest, { texts }] of this.kept) {
      if (this.texts <= MAX_TEXTS) return;
      this.kept.delete(oldest);
      this.texts -= texts.length;
    }
  }
}

const profilesOf = new WeakMap<Database, Profiles>();

/** The profiles of skills by their ids; those not in memory are read in one statement. One that is gone is left out. */
export async function readProfiles(db: Database, skillIds: readonly number[]): Promise<Map<number, SkillProfile>> {
  const profiles = profilesOf.get(db) ?? new Profiles();
  profilesOf.set(db, profiles);
  const found = new Map<number, SkillProfile>();
  for (const id of skillIds) {
    const profile = profiles.get(id);
    if (profile) found.set(id, profile);
  }
  const missing = skillIds.filter((id) => !found.has(id));
  for (const [id, texts] of await readSkillTexts(db, missing)) {
    const profile = profileOf(texts);
    found.set(id, profile);
    profiles.keep(id, profile);
  }
  return found;
}
