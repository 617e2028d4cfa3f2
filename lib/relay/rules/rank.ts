import { lexicalFeatures } from "@/lib/vectors/lexical";
import type { Match } from "../schema";
import { fittedScores, type Row } from "./fit";
import { asName, type ProfiledText, type SkillProfile } from "./profile";
import { cosines } from "./ridge";
import { CLOSEST_TEXTS, THRESHOLD } from "./settings";

/** A skill that retrieval found, with everything its agent says of it. */
export interface Candidate {
  did: string;
  name: string;
  skill: string;
  /** Decides between equal scores, nothing else. */
  trustScore: number;
  /** The cosine with the nearest of the skill's vectors; null where it was found by its words. */
  cosine: number | null;
  profile: SkillProfile;
}

/** How candidates were found, as far as it bears on the decision. */
export interface Retrieval {
  /** Whether the vector store was searched; without it candidates are found by their words alone. */
  vectorStore: boolean;
  /** The cosine that unrelated texts have in a remote model; null with the built-in embedder, whose cosines add nothing. */
  background: number | null;
}

export interface Ranked {
  did: string;
  name: string;
  skill: string;
  /** 0 to 1, comparable between intents and between federations. */
  score: number;
  /** `syntactic`: named exactly, or found by words alone. */
  match: Exclude<Match, "none">;
  reason: string;
}

export interface Ranking {
  match: Match;
  target: Ranked | null;
  /** One entry an agent, its best skill; best first. */
  ranked: Ranked[];
  threshold: number;
  /** The best score, reached or not; 0 without candidates. */
  semanticScore: number;
  reason: string;
}

/** Whom an intent goes to: the best candidate, or nobody where none reaches the threshold. */
export function rankCandidates(intent: string, candidates: readonly Candidate[], retrieval: Retrieval): Ranking {
  const rows = closestTexts(intent, candidates);
  const fitted = fittedScores(
    rows,
    candidates.map(({ profile }) => profile.texts.length),
  );
  const name = asName(intent);
  const ranked = candidates.map((candidate, owner) => ({
    trustScore: candidate.trustScore,
    fitted: fitted[owner] ?? 0,
    agent: asRanked(candidate, name, fitted[owner] ?? 0, rows.find((row) => row.owner === owner)?.text, retrieval),
  }));
  ranked.sort(
    (a, b) =>
      b.agent.score - a.agent.score ||
      b.fitted - a.fitted ||
      b.trustScore - a.trustScore ||
      (a.agent.did < b.agent.did ? -1 : 1),
  );
  const seen = new Set<string>();
  const best = ranked.map(({ agent }) => agent).filter(({ did }) => !seen.has(did) && seen.add(did));
  return decision(best);
}

function decision(ranked: Ranked[]): Ranking {
  const [best] = ranked;
  const common = { ranked, threshold: THRESHOLD, semanticScore: best?.score ?? 0 };
  if (best && best.score >= THRESHOLD) return { ...common, match: best.match, target: best, reason: best.reason };
  const reason = best
    ? `Nobody fits well enough: the best, ${best.name}, scores ${best.score}, and ${THRESHOLD} is needed.`
    : "Nobody's skills have anything in common with the intent.";
  return { ...common, match: "none", target: null, reason };
}

/** The texts most like the intent, closest first; those without a feature in common are left out. */
function closestTexts(intent: string, candidates: readonly Candidate[]): Row[] {
  const texts = candidates.flatMap(({ profile }, owner) => profile.texts.map((text) => ({ owner, text })));
  const found = cosines(
    lexicalFeatures(intent),
    texts.map(({ text }) => text.features),
  );
  return texts
    .map((row, i) => ({ ...row, cosine: found[i] ?? 0 }))
    .filter(({ cosine }) => cosine > 0)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, CLOSEST_TEXTS);
}

function asRanked(
  candidate: Candidate,
  intentName: string,
  fitted: number,
  nearest: ProfiledText | undefined,
  { vectorStore, background }: Retrieval,
): Ranked {
  const { did, name, skill, cosine, profile } = candidate;
  const named = intentName === "" ? undefined : profile.names.get(intentName);
  if (named) {
    const reason = `${named.kind} named exactly “${named.text}”`;
    return { did, name, skill, score: 1, match: "syntactic", reason };
  }
  const close = background === null || cosine === null ? 0 : closeness(cosine, background);
  const score = Math.round(Math.max(fitted, close) * 1_000) / 1_000;
  const match = vectorStore && cosine !== null ? "semantic" : "syntactic";
  if (close > fitted) return { did, name, skill, score, match, reason: `close in meaning to “${skill}”` };
  const reason = nearest ? `nearest ${nearest.kind} “${nearest.text}”` : "no word in common";
  return { did, name, skill, score, match, reason };
}

/** Models differ in the cosine of unrelated texts (0.1 in one, 0.75 in another): 0 at that cosine, 1 for the same text. */
function closeness(cosine: number, background: number): number {
  return background < 1 ? Math.min(1, Math.max(0, (cosine - background) / (1 - background))) : 0;
}
