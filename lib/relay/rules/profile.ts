import { type LexicalFeatures, lexicalFeatures, wordsOf } from "@/lib/vectors/lexical";
import type { PackedMeanings } from "@/lib/vectors/meanings";
import type { SkillText, TextKind } from "@/lib/vectors/schema";

/** One text of a skill with its features, made once and kept in memory by whoever routes. */
export interface ProfiledText {
  kind: TextKind;
  text: string;
  features: LexicalFeatures;
  /** Its place among the skill's texts, and so among their meanings. */
  place: number;
}

/** What the reranker reads of a skill. About a kilobyte a sentence. */
export interface SkillProfile {
  texts: ProfiledText[];
  /** null until they are made, or without an encoder. */
  meanings: PackedMeanings | null;
  /** The skill's names (capability, skill, role, tag), as words, with the name as it was written. */
  names: ReadonlyMap<string, { kind: TextKind; text: string }>;
}

const NAMING: ReadonlySet<TextKind> = new Set(["capability", "skill", "role", "tag"]);
/** Texts that say what their names say, at more length. */
const SAYING: ReadonlySet<TextKind> = new Set(["description", "example"]);

/** How many texts an agent can be found by. Names count only where it says nothing else: they add little that is new. */
export function countTexts(profiles: readonly SkillProfile[]): number {
  const texts = profiles.flatMap((profile) => profile.texts);
  return texts.filter(({ kind }) => SAYING.has(kind)).length || texts.length;
}

/** Texts without a word (only punctuation) are left out. */
export function profileOf(texts: readonly SkillText[], meanings: PackedMeanings | null = null): SkillProfile {
  const names = new Map<string, { kind: TextKind; text: string }>();
  const profiled: ProfiledText[] = [];
  for (const [place, { kind, text }] of texts.entries()) {
    const features = lexicalFeatures(text);
    if (features.buckets.length === 0) continue;
    profiled.push({ kind, text, features, place });
    const name = asName(text);
    if (NAMING.has(kind) && !names.has(name)) names.set(name, { kind, text });
  }
  return { texts: profiled, meanings, names };
}

/** `codeReview`, `Code review` and `code-review` are one name. */
export function asName(text: string): string {
  return wordsOf(text).join(" ");
}
