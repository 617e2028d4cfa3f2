import { stemmer } from "stemmer";
import { splitWords } from "@/lib/search/lexical";

/** Minimum share of common trigrams of a mistyped word and the intended one. */
const LEAST_ALIKE = 0.4;
const MAX_CHARACTERS_MORE = 2;
/** Minimum length. Shorter words resemble too many. */
const LEAST_CHARACTERS = 4;
const ENGLISH = /^[a-z]+$/;

/** Returns the stem that all English forms of a word share. A word of another script is unchanged. */
const stemOf = (word: string) => (ENGLISH.test(word) ? stemmer(word) : word);

/** Words without meaning for a search. */
const IDLE = new Set(
  "a an and are as at be by can do does for from how i if in is it its me my of on or our should so that the their there they this to was we what when where which who why will with you your".split(
    " ",
  ),
);

/** Returns the significant words of a text. */
export const significantWords = (text: string): string[] =>
  [...new Set(splitWords(text))].filter((word) => !IDLE.has(word));

/**
 * Returns a text in parts that `wordsOf` and an embedder read completely: its paragraphs, with long ones split at a
 * space.
 */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, " ").match(/.{1,500}(?:\s|$)|.{1,500}/gsu) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * Returns whether a text has only plain words. A word with digits or punctuation inside is an identifier and is not
 * corrected.
 */
export const isPlainWords = (text: string): boolean =>
  text.split(/\s+/).every((word) => /^\p{L}+[.,;:?!]*$/u.test(word)) && text.length <= 255;

/** Returns the trigrams of a word: `^go`, `gov`, `ove`… */
function piecesOf(word: string): Set<string> {
  const edged = `  ${word} `;
  return new Set(Array.from({ length: edged.length - 2 }, (_, at) => edged.slice(at, at + 3)));
}

/** The words of some texts. Each can be found by its stem or by its letters. */
export class WordIndex {
  private readonly texts = new Map<string, Set<number>>();
  private readonly words = new Map<string, Set<string>>();

  private count = 0;

  constructor(texts: readonly string[]) {
    for (const text of texts) this.push(text);
  }

  /** The number of texts. */
  get size(): number {
    return this.count;
  }

  push(text: string): void {
    for (const part of splitParagraphs(text)) for (const word of splitWords(part)) this.add(word, this.count);
    this.count += 1;
  }

  private add(word: string, at: number): void {
    const stem = stemOf(word);
    const known = this.texts.get(stem);
    if (known) known.add(at);
    else this.texts.set(stem, new Set([at]));
    if (!ENGLISH.test(word) || word.length < LEAST_CHARACTERS) return;
    for (const piece of piecesOf(word)) {
      const words = this.words.get(piece);
      if (words) words.add(word);
      else this.words.set(piece, new Set([word]));
    }
  }

  /** Returns the positions of the texts that have every word, in any English form. */
  withAll(words: readonly string[]): number[] {
    const stems = words.map(stemOf);
    const [first, ...rest] = stems.map((stem) => this.texts.get(stem));
    if (!first) return [];
    return [...first].filter((at) => rest.every((each) => each?.has(at))).sort((a, b) => a - b);
  }

  /** Returns the word if it is known, else the word with the most similar letters, or null if none is similar. */
  corrected(word: string): string | null {
    if (this.texts.has(stemOf(word))) return word;
    if (word.length < LEAST_CHARACTERS) return null;
    const pieces = piecesOf(word);
    const shared = new Map<string, number>();
    for (const piece of pieces) {
      for (const known of this.words.get(piece) ?? []) shared.set(known, (shared.get(known) ?? 0) + 1);
    }
    let best: { word: string; alike: number } | undefined;
    for (const [known, count] of shared) {
      if (Math.abs(known.length - word.length) > MAX_CHARACTERS_MORE) continue;
      const alike = count / (pieces.size + known.length + 1 - count);
      if (alike >= LEAST_ALIKE && alike > (best?.alike ?? 0)) best = { word: known, alike };
    }
    return best?.word ?? null;
  }
}
