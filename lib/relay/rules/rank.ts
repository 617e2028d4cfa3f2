import type { Meaning } from "@/lib/vectors/embedder";
import type { Match } from "../schema";
import { closestTexts, type NearText } from "./closest";
import { fittedScores } from "./fit";
import { asName, countTexts, type SkillProfile } from "./profile";
import { MEANING_SHARE, THRESHOLD } from "./settings";

/** A skill that retrieval found, with everything its agent says of it. */
export interface Candidate {
  did: string;
  name: string;
  skill: string;
  /** Decides between equal scores, nothing else. */
  trustScore: number;
  /** Its owner advises against using it: it comes after all others that fit. */
  deprecated: boolean;
  /** The cosine with the nearest of the skill's vectors; null where it was found by its words. */
  cosine: number | null;
  profile: SkillProfile;
}

/** How candidates were found, as far as it bears on the decision. */
export interface Retrieval {
  /** Whether the vector store was searched; without it candidates are found by their words alone. */
  vectorStore: boolean;
  /** What the intent means; null where only words are compared. */
  meaning: Meaning | null;
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
  deprecated: boolean;
}

export interface Ranking {
  match: Match;
  target: Ranked | null;
  /** One entry an agent, its best skill. Best first, but deprecated agents after all others that reach the threshold. */
  ranked: Ranked[];
  threshold: number;
  /** The first one's score; 0 without candidates. */
  semanticScore: number;
  reason: string;
}

/** The score of another text than the intent itself, however well it fits. */
const MOST_BY_LIKENESS = 0.99;

/** A cosine of meanings that is told beside shared words: above that of nine in ten unrelated texts. */
const LEAST_SAID_MEANING = 0.4;

/** Everything that was found of one agent. */
export interface FoundAgent {
  did: string;
  name: string;
  trustScore: number;
  deprecated: boolean;
  skills: Candidate[];
}

/** Whom an intent goes to: the best agent, or nobody where none reaches the threshold. */
export function rankCandidates(intent: string, candidates: readonly Candidate[], retrieval: Retrieval): Ranking {
  const agents = agentsOf(candidates);
  const rows = closestTexts(intent, retrieval.meaning, agents);
  const fitted = fittedScores(
    rows,
    agents.map(({ skills }) => countTexts(skills.map(({ profile }) => profile))),
    MEANING_SHARE * (retrieval.meaning?.confidence ?? 0),
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
      turnOf(a.entry) - turnOf(b.entry) ||
      b.entry.score - a.entry.score ||
      b.score - a.score ||
      b.agent.trustScore - a.agent.trustScore ||
      (a.agent.did < b.agent.did ? -1 : 1),
  );
  return decision(found.map(({ entry }) => entry));
}

/** Who fits comes first (0), then deprecated agents that fit, then the others. */
export function turnOf({ score, deprecated }: Ranked): number {
  if (score < THRESHOLD) return 2;
  return deprecated ? 1 : 0;
}

function agentsOf(candidates: readonly Candidate[]): FoundAgent[] {
  const agents = new Map<string, FoundAgent>();
  for (const candidate of candidates) {
    const { did, name, trustScore, deprecated } = candidate;
    const known = agents.get(did);
    if (known) known.skills.push(candidate);
    else agents.set(did, { did, name, trustScore, deprecated, skills: [candidate] });
  }
  return [...agents.values()];
}

function asRanked(
  { did, name, deprecated, skills }: FoundAgent,
  fitted: number,
  nearest: NearText | undefined,
  intentName: string,
  { vectorStore, background }: Retrieval,
): Ranked {
  const agent = { did, name, deprecated };
  for (const { skill, profile } of skills) {
    const named = profile.names.get(intentName);
    if (!named) continue;
    return { ...agent, skill, score: 1, match: "syntactic", reason: `${named.kind} named exactly “${named.text}”` };
  }
  const [closest] = skills.toSorted((a, b) => (b.cosine ?? -1) - (a.cosine ?? -1));
  const cosine = closest?.cosine ?? null;
  const close = background === null || cosine === null ? 0 : closeness(cosine, background);
  const match = vectorStore && cosine !== null ? "semantic" : "syntactic";
  const isSame = nearest !== undefined && asName(nearest.text.text) === intentName;
  const score = rounded(Math.min(Math.max(fitted, close), isSame ? 1 : MOST_BY_LIKENESS));
  if (closest && close > fitted) {
    return { ...agent, skill: closest.skill, score, match, reason: `close in meaning to “${closest.skill}”` };
  }
  const reason = nearest ? reasonOf(nearest) : "nothing in common";
  return { ...agent, skill: nearest?.skill ?? closest?.skill ?? "", score, match, reason };
}

/** Which of a skill's texts decided, and by what. */
function reasonOf({ text, skill, meanings, words }: NearText): string {
  const whose = text.kind === "skill" || text.text === skill ? "" : ` of “${skill}”`;
  const by = [
    ...(meanings >= LEAST_SAID_MEANING || (meanings > 0 && words.length === 0)
      ? [`close in meaning (${meanings.toFixed(2)})`]
      : []),
    ...(words.length > 0 ? [`has ${words.map((word) => `“${word}”`).join(", ")}`] : []),
  ];
  return `nearest ${text.kind} “${text.text}”${whose}${by.length > 0 ? `: ${by.join("; ")}` : ""}`;
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;

/** Models differ in the cosine of unrelated texts (0.1 in one, 0.75 in another): 0 at that cosine, 1 for the same text. */
function closeness(cosine: number, background: number): number {
  return background < 1 ? Math.min(1, Math.max(0, (cosine - background) / (1 - background))) : 0;
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
