import { type LexicalFeatures, lexicalFeatures, wordsOf } from "@/lib/vectors/lexical";
import type { SkillText, TextKind } from "@/lib/vectors/schema";

/** One text of a skill with its features, made once and kept in memory by whoever routes. */
export interface ProfiledText {
  kind: TextKind;
  text: string;
  features: LexicalFeatures;
}

/** What the reranker reads of a skill. About half a kilobyte a sentence. */
export interface SkillProfile {
  texts: ProfiledText[];
  /** The skill's names (capability, skill, role, tag), as words, with the name as it was written. */
  names: ReadonlyMap<string, { kind: TextKind; text: string }>;
}

const NAMING: ReadonlySet<TextKind> = new Set(["capability", "skill", "role", "tag"]);

/** Texts without a word (only punctuation) are left out. */
export function profileOf(texts: readonly SkillText[]): SkillProfile {
  const names = new Map<string, { kind: TextKind; text: string }>();
  const profiled: ProfiledText[] = [];
  for (const { kind, text } of texts) {
    const features = lexicalFeatures(text);
    if (features.buckets.length === 0) continue;
    profiled.push({ kind, text, features });
    const name = asName(text);
    if (NAMING.has(kind) && !names.has(name)) names.set(name, { kind, text });
  }
  return { texts: profiled, names };
}

/** `codeReview`, `Code review` and `code-review` are one name. */
export function asName(text: string): string {
  return wordsOf(text).join(" ");
}
