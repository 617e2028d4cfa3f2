import { type LexicalFeatures, lexicalFeatures } from "../lexical";
import type { PackedEmbeddings } from "../packed-embeddings";
import type { SkillText, TextKind } from "../schema";

/** Names are sentences in short. Tags and roles are shared by many, and the ranker reads them. */
const COMPARED: ReadonlySet<TextKind> = new Set(["example", "description", "skill"]);

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

/** Computes the profile of a skill. Texts without a word (only punctuation) are left out. */
export function buildSkillProfile(
  texts: readonly SkillText[],
  embeddings: PackedEmbeddings | null = null,
): SkillProfile {
  const profiled: ProfiledText[] = [];
  for (const [place, { kind, text }] of texts.entries()) {
    if (!COMPARED.has(kind)) continue;
    const features = lexicalFeatures(text);
    if (features.buckets.length > 0) profiled.push({ kind, text, features, place });
  }
  return { texts: profiled, embeddings };
}
