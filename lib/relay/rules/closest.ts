import type { Meaning } from "@/lib/vectors/embedder";
import { lexicalFeatures, wordsOf } from "@/lib/vectors/lexical";
import type { Row } from "./fit";
import { alike } from "./kernel";
import type { ProfiledText } from "./profile";
import type { FoundAgent } from "./rank";
import { cosines } from "./ridge";
import { CLOSEST_TEXTS, MEANING_SHARE } from "./settings";

const MOST_SAID_WORDS = 4;
/** Shorter words tell nobody why. */
const LEAST_SAID_LETTERS = 3;

/** One of the texts that are most like an intent, and what makes it so. */
export interface NearText extends Row {
  text: ProfiledText;
  skill: string;
  /** The cosine of the meanings; 0 where one is not known. */
  meanings: number;
  /** The intent's words that it has, the longest first. */
  words: string[];
}

/** The texts most like the intent, closest first; those that have nothing in common with it are left out. */
export function closestTexts(intent: string, meaning: Meaning | null, agents: readonly FoundAgent[]): NearText[] {
  const texts = agents.flatMap(({ skills }, owner) =>
    skills.flatMap(({ skill, profile }) => profile.texts.map((text) => ({ owner, skill, text, of: profile.meanings }))),
  );
  const words = cosines(
    lexicalFeatures(intent),
    texts.map(({ text }) => text.features),
  );
  const share = MEANING_SHARE * (meaning?.confidence ?? 0);
  const meanings = new Float64Array(texts.length);
  const likenesses = new Float64Array(texts.length);
  texts.forEach(({ text, of }, at) => {
    if (meaning && of) meanings[at] = of.cosine(text.place, meaning.vector);
    const cosine = { words: words[at] ?? 0, meanings: meanings[at] ?? 0 };
    likenesses[at] = alike(share, cosine, [1, meaning && of ? of.confidence(text.place) : 0]);
  });
  const least = likenesses.toSorted()[likenesses.length - CLOSEST_TEXTS] ?? 0;
  const asked = new Set(wordsOf(intent));
  return texts
    .flatMap(({ owner, skill, text, of }, at) => {
      const likeness = likenesses[at] ?? 0;
      return likeness > 0 && likeness >= least
        ? [{ owner, skill, text, of, likeness, meanings: meanings[at] ?? 0 }]
        : [];
    })
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, CLOSEST_TEXTS)
    .map(({ of, ...row }) => ({
      ...row,
      features: row.text.features,
      meaning: meaning && of ? { vector: of.vector(row.text.place), confidence: of.confidence(row.text.place) } : null,
      words: sharedWords(row.text.text, asked),
    }));
}

function sharedWords(text: string, asked: ReadonlySet<string>): string[] {
  const shared = [...new Set(wordsOf(text))].filter((word) => asked.has(word) && word.length >= LEAST_SAID_LETTERS);
  return shared.sort((a, b) => b.length - a.length).slice(0, MOST_SAID_WORDS);
}
