import type { SemanticEmbedding } from "../embedder";
import { splitWords } from "../lexical";
import { limits } from "../ranking/weights";
import { rescaledCosine } from "../rules";
import type { Candidate, CandidateAgent } from "./candidate";
import { type ClosestText, closestTexts } from "./closest-texts";
import { fitScores } from "./kernel-ridge";
import { SEMANTIC_WEIGHT, STEEPNESS, THRESHOLD } from "./settings";

/** How the candidates were found, as far as the score depends on it. */
export interface Retrieval {
  /** The embedding of the question; null if only words are compared. */
  embedding: SemanticEmbedding | null;
  /**
   * The mean cosine of unrelated texts in a remote model, the zero of its scale. If null, cosines do not raise scores:
   * with the built-in embedder, and before a remote model has responded.
   */
  baseline: number | null;
}

/** How well an agent fits by its examples. */
export interface ExampleMatch {
  /** 0 to 1, comparable between questions and between federations. */
  score: number;
  /** How likely the agent is right, by its score. 1 if a text of it equals the question. */
  p: number;
  /** Whether vectors found it. */
  isSemantic: boolean;
  /** The text that decided, with its skill and its similarities, in a phrase. */
  reason: string;
}

/** The highest score of a text that does not equal the question. */
const MAX_SIMILAR_SCORE = 0.99;

/** The highest score by words alone if no telling word is shared, only words such as *is the*: an agent that does not fit. */
const MAX_CHANCE_SCORE = THRESHOLD - 0.1;

/** The lowest cosine of embeddings that is reported with shared words. Nine in ten unrelated texts are below it. */
const MIN_REPORTED_COSINE = 0.4;

/** Returns how likely an agent with a score is right. A score at the threshold is just enough. */
export function probabilityOf(score: number): number {
  const atThreshold = Math.log(limits.fitsByExamples / (1 - limits.fitsByExamples));
  return 1 / (1 + Math.exp(-atThreshold - STEEPNESS * (score - THRESHOLD)));
}

/** Scores agents for a question by the examples of their skills (few-shot classification). Returns them by DID. */
export function scoreByExamples(
  question: string,
  candidates: readonly Candidate[],
  { embedding, baseline }: Retrieval,
): Map<string, ExampleMatch> {
  const agents = agentsOf(candidates);
  const rows = closestTexts(question, embedding, agents);
  const fitted = fitScores(
    rows,
    agents.map(({ skills }) => countTexts(skills)),
    SEMANTIC_WEIGHT * (embedding?.confidence ?? 0),
  );
  const asked = asName(question);
  return new Map(
    agents.map((agent, owner) => {
      const nearest = rows.find((row) => row.owner === owner);
      const isByChance = embedding === null && rows.every((row) => row.owner !== owner || row.words.length === 0);
      const score = isByChance ? Math.min(fitted[owner] ?? 0, MAX_CHANCE_SCORE) : (fitted[owner] ?? 0);
      return [agent.did, matchOf(agent, score, nearest, asked, baseline)];
    }),
  );
}

/** Returns how many texts of an agent count for its score. Names are usually in its sentences. */
function countTexts(skills: readonly Candidate[]): number {
  const texts = skills.flatMap(({ profile }) => profile.texts);
  return texts.filter(({ kind }) => kind !== "skill").length || texts.length;
}

function agentsOf(candidates: readonly Candidate[]): CandidateAgent[] {
  const agents = new Map<string, CandidateAgent>();
  for (const candidate of candidates) {
    const known = agents.get(candidate.did);
    if (known) known.skills.push(candidate);
    else agents.set(candidate.did, { did: candidate.did, skills: [candidate] });
  }
  return [...agents.values()];
}

function matchOf(
  { skills }: CandidateAgent,
  fitted: number,
  nearest: ClosestText | undefined,
  asked: string,
  baseline: number | null,
): ExampleMatch {
  const [closest] = skills.toSorted((a, b) => (b.cosine ?? -1) - (a.cosine ?? -1));
  const cosine = closest?.cosine ?? null;
  const close = baseline === null || cosine === null ? 0 : rescaledCosine(cosine, baseline);
  const isSame = nearest !== undefined && asName(nearest.text.text) === asked;
  const score = rounded(Math.min(Math.max(fitted, close), isSame ? 1 : MAX_SIMILAR_SCORE));
  const reason = closest && close > fitted ? `close in meaning to “${closest.skill}”` : reasonOf(nearest);
  return { score, p: isSame ? 1 : probabilityOf(score), isSemantic: cosine !== null, reason };
}

/** Returns the text that decided, with its similarities to the question. */
function reasonOf(nearest: ClosestText | undefined): string {
  if (!nearest) return "nothing in common";
  const { text, skill, semanticCosine, words } = nearest;
  const by = [
    ...(semanticCosine >= MIN_REPORTED_COSINE || (semanticCosine > 0 && words.length === 0)
      ? [`close in meaning (${semanticCosine.toFixed(2)})`]
      : []),
    ...(words.length > 0 ? [`has ${words.map((word) => `“${word}”`).join(", ")}`] : []),
  ];
  return `nearest ${text.kind} “${text.text}”${text.text === skill ? "" : ` of “${skill}”`}${by.length > 0 ? `: ${by.join("; ")}` : ""}`;
}

/** Normalises a text: `codeReview`, `Code review` and `code-review` are equal. */
const asName = (text: string) => splitWords(text).join(" ");

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
