import { type LexicalFeatures, lexicalFeatures } from "../lexical";
import type { PackedEmbeddings } from "../packed-embeddings";
import type { SkillText, TextKind } from "../schema";

/** One text of a skill with its features, which are computed once and cached in memory. */
export interface ProfiledText {
  kind: TextKind;
  text: string;
  features: LexicalFeatures;
  /** Its index among the skill's texts, and in `embeddings`. */
  place: number;
}

/** A skill as the classifier reads it. About 1 KB per text. */
export interface SkillProfile {
  texts: ProfiledText[];
  /** null until they are computed, and without an encoder. */
  embeddings: PackedEmbeddings | null;
}

const SENTENCE_KINDS: ReadonlySet<TextKind> = new Set(["description", "example"]);

/**
 * Returns how many texts of an agent count for its score. Names count only if it has no descriptions or examples, which
 * usually contain them.
 */
export function countTexts(profiles: readonly SkillProfile[]): number {
  const texts = profiles.flatMap((profile) => profile.texts);
  return texts.filter(({ kind }) => SENTENCE_KINDS.has(kind)).length || texts.length;
}

/** Computes the profile of a skill. Texts without a word (only punctuation) are left out. */
export function buildSkillProfile(
  texts: readonly SkillText[],
  embeddings: PackedEmbeddings | null = null,
): SkillProfile {
  const profiled: ProfiledText[] = [];
  for (const [place, { kind, text }] of texts.entries()) {
    const features = lexicalFeatures(text);
    if (features.buckets.length === 0) continue;
    profiled.push({ kind, text, features, place });
  }
  return { texts: profiled, embeddings };
}
