import type { SemanticEmbedding } from "../embedder";
import { lexicalFeatures, splitWords } from "../lexical";
import { packEmbedding } from "../packed-embeddings";
import type { CandidateAgent } from "./candidate";
import { similarity } from "./kernel";
import type { ComparedText } from "./kernel-ridge";
import type { ProfiledText } from "./profile";
import { cosines } from "./ridge";
import { CLOSEST_TEXTS, SEMANTIC_WEIGHT } from "./settings";

const MAX_REPORTED_WORDS = 4;
/** Words of any request. They count for the similarity, but they explain nothing as a reason. */
const WORDS_OF_ANY_REQUEST = new Set(
  "and are but can could does for from get give had has have how into its let may need not our out please shall should some than that the their them then there these they this those want was were what when where which who why will with would you your".split(
    " ",
  ),
);
/** Shorter words explain nothing. */
const MIN_REPORTED_LETTERS = 3;

/** One of the texts most similar to a question, with the reasons. */
export interface ClosestText extends ComparedText {
  text: ProfiledText;
  skill: string;
  /** The cosine of the embeddings; 0 if one is unknown. */
  semanticCosine: number;
  /** The words that it shares with the question, longest first. */
  words: string[];
}

/** Returns the texts most similar to the question, closest first, without those that have nothing in common with it. */
export function closestTexts(
  question: string,
  embedding: SemanticEmbedding | null,
  agents: readonly CandidateAgent[],
): ClosestText[] {
  const texts = compareEmbeddings(embedding, agents);
  const words = cosines(
    lexicalFeatures(question),
    texts.map(({ features }) => features),
  );
  const share = SEMANTIC_WEIGHT * (embedding?.confidence ?? 0);
  const likenesses = Float64Array.from(texts, (text, at) =>
    similarity(share, { words: words[at] ?? 0, semantic: text.semanticCosine }, [1, text.embedding?.confidence ?? 0]),
  );
  const least = likenesses.toSorted()[likenesses.length - CLOSEST_TEXTS] ?? 0;
  const asked = new Set(splitWords(question));
  return texts
    .flatMap((text, at) => {
      const likeness = likenesses[at] ?? 0;
      return likeness > 0 && likeness >= least ? [{ ...text, likeness }] : [];
    })
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, CLOSEST_TEXTS)
    .map((near) => ({ ...near, words: sharedWords(near.text.text, asked) }));
}

function compareEmbeddings(embedding: SemanticEmbedding | null, agents: readonly CandidateAgent[]) {
  const packed = embedding && packEmbedding(embedding);
  return agents.flatMap(({ skills }, owner) =>
    skills.flatMap(({ skill, profile }) => {
      const semanticCosines = packed && profile.embeddings?.cosines(packed);
      return profile.texts.map((text) => ({
        owner,
        skill,
        text,
        features: text.features,
        embedding: profile.embeddings?.at(text.place) ?? null,
        semanticCosine: semanticCosines?.[text.place] ?? 0,
      }));
    }),
  );
}

function sharedWords(text: string, asked: ReadonlySet<string>): string[] {
  const shared = [...new Set(splitWords(text))].filter(
    (word) => asked.has(word) && word.length >= MIN_REPORTED_LETTERS && !WORDS_OF_ANY_REQUEST.has(word),
  );
  return shared.sort((a, b) => b.length - a.length).slice(0, MAX_REPORTED_WORDS);
}
