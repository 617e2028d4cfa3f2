import { stemmer } from "stemmer";
import { wordsOf } from "@/lib/vectors/lexical";

/** The least share of three-letter pieces that a mistyped word and the one meant have in common. */
const LEAST_ALIKE = 0.4;
const MOST_CHARACTERS_MORE = 2;
/** Shorter words resemble too many. */
const LEAST_CHARACTERS = 4;
const ENGLISH = /^[a-z]+$/;

/** A word in the form that all its English forms share; a word of another script as it is. */
const stemOf = (word: string) => (ENGLISH.test(word) ? stemmer(word) : word);

/** Words that say nothing of what is looked for. */
const IDLE = new Set(
  "a an and are as at be by can do does for from how i if in is it its me my of on or our should so that the their there they this to was we what when where which who why will with you your".split(
    " ",
  ),
);

/** The words of a text that say what is looked for. */
export const tellingWords = (text: string): string[] => [...new Set(wordsOf(text))].filter((word) => !IDLE.has(word));

/** A text in parts that `wordsOf` and an embedder read whole: its paragraphs, long ones cut at a space. */
export function partsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, " ").match(/.{1,500}(?:\s|$)|.{1,500}/gsu) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Whether a text is of plain words. One with digits or punctuation inside a word is an identifier, which is not mistyped. */
export const isOfWords = (text: string): boolean =>
  text.split(/\s+/).every((word) => /^\p{L}+[.,;:?!]*$/u.test(word)) && text.length <= 255;

/** `^go`, `gov`, `ove`… of a word. */
function piecesOf(word: string): Set<string> {
  const edged = `  ${word} `;
  return new Set(Array.from({ length: edged.length - 2 }, (_, at) => edged.slice(at, at + 3)));
}

/** The words of some texts, each found by its stem or by its letters. */
export class WordIndex {
  private readonly texts = new Map<string, Set<number>>();
  private readonly words = new Map<string, Set<string>>();

  private count = 0;

  constructor(texts: readonly string[]) {
    for (const text of texts) this.push(text);
  }

  /** How many texts there are. */
  get size(): number {
    return this.count;
  }

  push(text: string): void {
    for (const part of partsOf(text)) for (const word of wordsOf(part)) this.add(word, this.count);
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

  /** Places of the texts that have every word, in any of its English forms. */
  withAll(words: readonly string[]): number[] {
    const stems = words.map(stemOf);
    const [first, ...rest] = stems.map((stem) => this.texts.get(stem));
    if (!first) return [];
    return [...first].filter((at) => rest.every((each) => each?.has(at))).sort((a, b) => a - b);
  }

  /** The word itself where it is known, else the one whose letters are most like its own; null where none is. */
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
      if (Math.abs(known.length - word.length) > MOST_CHARACTERS_MORE) continue;
      const alike = count / (pieces.size + known.length + 1 - count);
      if (alike >= LEAST_ALIKE && alike > (best?.alike ?? 0)) best = { word: known, alike };
    }
    return best?.word ?? null;
  }
}
