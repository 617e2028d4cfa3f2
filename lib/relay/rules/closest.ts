import type { Meaning } from "@/lib/vectors/embedder";
import { lexicalFeatures, wordsOf } from "@/lib/vectors/lexical";
import { packMeaning } from "@/lib/vectors/meanings";
import type { Row } from "./fit";
import { alike } from "./kernel";
import type { ProfiledText } from "./profile";
import type { FoundAgent } from "./rank";
import { cosines } from "./ridge";
import { CLOSEST_TEXTS, MEANING_SHARE } from "./settings";

const MOST_SAID_WORDS = 4;
/** Words of any request. They count for the likeness, since they tell a question from a wish, but they tell nobody why. */
const WORDS_OF_ANY_REQUEST = new Set(
  "and are but can could does for from get give had has have how into its let may need not our out please shall should some than that the their them then there these they this those want was were what when where which who why will with would you your".split(
    " ",
  ),
);
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
  const texts = textsBeside(meaning, agents);
  const words = cosines(
    lexicalFeatures(intent),
    texts.map(({ features }) => features),
  );
  const share = MEANING_SHARE * (meaning?.confidence ?? 0);
  const likenesses = Float64Array.from(texts, (text, at) =>
    alike(share, { words: words[at] ?? 0, meanings: text.meanings }, [1, text.meaning?.confidence ?? 0]),
  );
  const least = likenesses.toSorted()[likenesses.length - CLOSEST_TEXTS] ?? 0;
  const asked = new Set(wordsOf(intent));
  return texts
    .flatMap((text, at) => {
      const likeness = likenesses[at] ?? 0;
      return likeness > 0 && likeness >= least ? [{ ...text, likeness }] : [];
    })
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, CLOSEST_TEXTS)
    .map((near) => ({ ...near, words: sharedWords(near.text.text, asked) }));
}

function textsBeside(meaning: Meaning | null, agents: readonly FoundAgent[]) {
  const packed = meaning && packMeaning(meaning);
  return agents.flatMap(({ skills }, owner) =>
    skills.flatMap(({ skill, profile }) => {
      const alikeInMeaning = packed && profile.meanings?.cosines(packed);
      return profile.texts.map((text) => ({
        ...{ owner, skill, text, features: text.features },
        meaning: profile.meanings?.at(text.place) ?? null,
        meanings: alikeInMeaning?.[text.place] ?? 0,
      }));
    }),
  );
}

function sharedWords(text: string, asked: ReadonlySet<string>): string[] {
  const shared = [...new Set(wordsOf(text))].filter(
    (word) => asked.has(word) && word.length >= LEAST_SAID_LETTERS && !WORDS_OF_ANY_REQUEST.has(word),
  );
  return shared.sort((a, b) => b.length - a.length).slice(0, MOST_SAID_WORDS);
}
