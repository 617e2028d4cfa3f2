import type { SemanticEmbedding } from "@/lib/search/embedder";
import type { Match } from "../schema";
import type { Candidate, CandidateAgent } from "./candidate";
import { type ClosestText, closestTexts } from "./closest-texts";
import { fitScores } from "./kernel-ridge";
import { asName, countTexts } from "./profile";
import { SEMANTIC_WEIGHT, THRESHOLD } from "./settings";

/** How the candidates were found, as far as the decision depends on it. */
export interface Retrieval {
  /** Whether the vector store was searched. Without it, candidates are found by words alone. */
  vectorStore: boolean;
  /** The embedding of the intent; null if only words are compared. */
  embedding: SemanticEmbedding | null;
  /**
   * The mean cosine of unrelated texts in a remote model, the zero of its scale. If null, cosines do not raise scores:
   * with the built-in embedder, and before a remote model has responded.
   */
  baseline: number | null;
}

export interface RankedCandidate {
  did: string;
  name: string;
  skill: string;
  /** 0 to 1, comparable between intents and between federations. */
  score: number;
  /** `semantic`: found by the vector store. `syntactic`: named exactly, or found by words alone. */
  match: Exclude<Match, "none">;
  reason: string;
  deprecated: boolean;
}

export interface Ranking {
  match: Match;
  target: RankedCandidate | null;
  /** The best skill of each agent, best first. Deprecated agents come after all others that reach the threshold. */
  ranked: RankedCandidate[];
  threshold: number;
  /** The score of the first entry, however it was found; 0 without candidates. */
  semanticScore: number;
  reason: string;
}

/** The highest score of a text that does not equal the intent. */
const MAX_SIMILAR_SCORE = 0.99;

/** The lowest cosine of embeddings that is reported with shared words. Nine in ten unrelated texts are below it. */
const MIN_REPORTED_COSINE = 0.4;

/** Ranks the agents for an intent. The target is the best one, or null if none reaches the threshold. */
export function rankCandidates(intent: string, candidates: readonly Candidate[], retrieval: Retrieval): Ranking {
  const agents = agentsOf(candidates);
  const rows = closestTexts(intent, retrieval.embedding, agents);
  const fitted = fitScores(
    rows,
    agents.map(({ skills }) => countTexts(skills.map(({ profile }) => profile))),
    SEMANTIC_WEIGHT * (retrieval.embedding?.confidence ?? 0),
  );
  const intentName = asName(intent);
  const found = agents.map((agent, owner) => {
    const nearest = rows.find((row) => row.owner === owner);
    return {
      agent,
      score: fitted[owner] ?? 0,
      entry: asRanked(agent, fitted[owner] ?? 0, nearest, intentName, retrieval),
    };
  });
  found.sort(
    (a, b) =>
      rankGroupOf(a.entry) - rankGroupOf(b.entry) ||
      b.entry.score - a.entry.score ||
      b.score - a.score ||
      Number(a.agent.listed) - Number(b.agent.listed) ||
      b.agent.trustScore - a.agent.trustScore ||
      (a.agent.did < b.agent.did ? -1 : 1),
  );
  return decision(found.map(({ entry }) => entry));
}

/** Returns the rank group: 0 for matches, 1 for deprecated matches, 2 below the threshold. */
export function rankGroupOf({ score, deprecated }: RankedCandidate): number {
  if (score < THRESHOLD) return 2;
  return deprecated ? 1 : 0;
}

function agentsOf(candidates: readonly Candidate[]): CandidateAgent[] {
  const agents = new Map<string, CandidateAgent>();
  for (const candidate of candidates) {
    const { did, name, trustScore, deprecated, listed } = candidate;
    const known = agents.get(did);
    if (known) known.skills.push(candidate);
    else agents.set(did, { did, name, trustScore, deprecated, listed, skills: [candidate] });
  }
  return [...agents.values()];
}

function asRanked(
  { did, name, deprecated, skills }: CandidateAgent,
  fitted: number,
  nearest: ClosestText | undefined,
  intentName: string,
  { vectorStore, baseline }: Retrieval,
): RankedCandidate {
  const agent = { did, name, deprecated };
  for (const { skill, profile } of skills) {
    const named = profile.names.get(intentName);
    if (!named) continue;
    return { ...agent, skill, score: 1, match: "syntactic", reason: `${named.kind} named exactly “${named.text}”` };
  }
  const [closest] = skills.toSorted((a, b) => (b.cosine ?? -1) - (a.cosine ?? -1));
  const cosine = closest?.cosine ?? null;
  const close = baseline === null || cosine === null ? 0 : rescaledCosine(cosine, baseline);
  const match = vectorStore && cosine !== null ? "semantic" : "syntactic";
  const isSame = nearest !== undefined && asName(nearest.text.text) === intentName;
  const score = rounded(Math.min(Math.max(fitted, close), isSame ? 1 : MAX_SIMILAR_SCORE));
  if (closest && close > fitted) {
    return { ...agent, skill: closest.skill, score, match, reason: `close in meaning to “${closest.skill}”` };
  }
  const reason = nearest ? reasonOf(nearest) : "nothing in common";
  return { ...agent, skill: nearest?.skill ?? closest?.skill ?? "", score, match, reason };
}

/** Returns the text that decided, with its similarities to the intent. */
function reasonOf({ text, skill, semanticCosine, words }: ClosestText): string {
  const whose = text.kind === "skill" || text.text === skill ? "" : ` of “${skill}”`;
  const by = [
    ...(semanticCosine >= MIN_REPORTED_COSINE || (semanticCosine > 0 && words.length === 0)
      ? [`close in meaning (${semanticCosine.toFixed(2)})`]
      : []),
    ...(words.length > 0 ? [`has ${words.map((word) => `“${word}”`).join(", ")}`] : []),
  ];
  return `nearest ${text.kind} “${text.text}”${whose}${by.length > 0 ? `: ${by.join("; ")}` : ""}`;
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;

/**
 * Scales a model's cosine to 0 for unrelated texts and 1 for equal texts. Models differ in the cosine of unrelated
 * texts (0.1 in one, 0.75 in another).
 */
function rescaledCosine(cosine: number, baseline: number): number {
  return baseline < 1 ? Math.min(1, Math.max(0, (cosine - baseline) / (1 - baseline))) : 0;
}

function decision(ranked: RankedCandidate[]): Ranking {
  const [best] = ranked;
  const common = { ranked, threshold: THRESHOLD, semanticScore: best?.score ?? 0 };
  if (best && best.score >= THRESHOLD) return { ...common, match: best.match, target: best, reason: best.reason };
  const reason = best
    ? `No agent fits well enough. The best, ${best.name}, has a score of ${best.score}. The threshold is ${THRESHOLD}.`
    : "No agent has skills that have anything in common with the intent.";
  return { ...common, match: "none", target: null, reason };
}
