import type { SkillText } from "@/lib/vectors/schema";

/** What the reranker reads of a skill. */
export interface SkillProfile {
  texts: SkillText[];
}

export function profileOf(texts: readonly SkillText[]): SkillProfile {
  return { texts: [...texts] };
}
