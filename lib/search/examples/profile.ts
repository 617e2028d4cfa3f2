import { type LexicalFeatures, lexicalFeatures } from "../lexical";
import type { PackedEmbeddings } from "../packed-embeddings";
import type { SkillText } from "../schema";

/** One example of a skill with its features, which are computed once and cached in memory. */
export interface ProfiledText {
  text: string;
  features: LexicalFeatures;
  /** Its index among the skill's texts, and in `embeddings`. */
  place: number;
}

/** A skill as the classifier reads it: its examples alone, because the ranker reads names and descriptions. About 1 KB each. */
export interface SkillProfile {
  texts: ProfiledText[];
  /** null until they are computed, and without an encoder. */
  embeddings: PackedEmbeddings | null;
}

/** Computes the profile of a skill. Examples without a word (only punctuation) are left out. */
export function buildSkillProfile(
  texts: readonly SkillText[],
  embeddings: PackedEmbeddings | null = null,
): SkillProfile {
  const profiled: ProfiledText[] = [];
  for (const [place, { kind, text }] of texts.entries()) {
    if (kind !== "example") continue;
    const features = lexicalFeatures(text);
    if (features.buckets.length > 0) profiled.push({ text, features, place });
  }
  return { texts: profiled, embeddings };
}
