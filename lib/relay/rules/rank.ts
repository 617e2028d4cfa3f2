import { embedText } from "@/lib/vectors/lexical";
import type { Match } from "../schema";
import type { SkillProfile } from "./profile";

/** A skill that retrieval found, with everything its agent says of it. */
export interface Candidate {
  did: string;
  name: string;
  skill: string;
  trustScore: number;
  profile: SkillProfile;
  /** Of its best vector and the intent's; null where it was found by its words alone. */
  cosine: number | null;
}

export interface Ranked {
  did: string;
  name: string;
  skill: string;
  score: number;
  match: "semantic" | "syntactic";
  reason: string;
}

export interface Ranking {
  match: Match;
  threshold: number;
  reason: string;
  target: Ranked | null;
  /** One entry an agent, best first. */
  ranked: Ranked[];
  semanticScore: number;
}

export const THRESHOLD = 0.3;

/** Stands in until the reranker lands. */
export function rankCandidates(
  intent: string,
  candidates: readonly Candidate[],
  { vectorStore }: { vectorStore: boolean; background: number | null },
): Ranking {
  const wanted = embedText(intent);
  const scored = candidates.map(({ profile, trustScore, ...candidate }) => {
    let best = { score: 0, text: "" };
    for (const { text } of profile.texts) {
      const score = embedText(text).reduce((sum, value, i) => sum + value * (wanted[i] ?? 0), 0);
      if (score > best.score) best = { score, text };
    }
    return { ...candidate, trustScore, score: Math.min(best.score, 1), reason: `nearest “${best.text}”` };
  });
  scored.sort((a, b) => b.score - a.score || b.trustScore - a.trustScore || (a.did < b.did ? -1 : 1));
  const seen = new Set<string>();
  const match = vectorStore ? "semantic" : "syntactic";
  const ranked = scored
    .filter(({ did }) => !seen.has(did) && seen.add(did))
    .map(({ did, name, skill, score, reason }): Ranked => ({ did, name, skill, score, match, reason }));
  const [first] = ranked;
  const target = first && first.score >= THRESHOLD ? first : null;
  return {
    ...{ match: target ? match : "none", threshold: THRESHOLD, target, ranked },
    reason: target ? target.reason : "Nobody says anything like it.",
    semanticScore: first?.score ?? 0,
  };
}
