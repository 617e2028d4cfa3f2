/** Pieces of words with the logarithm of their frequency; null for a few that contain a colon. */
export type Vocabulary = readonly (readonly [piece: string, score: number | null])[];

/** A text as the model's input. */
export interface Tokens {
  /**
   * Positions in the vocabulary, at most {@link MAX_PIECES}. Consecutive characters that are not in it are one {@link
   * UNKNOWN}.
   */
  pieces: Int32Array;
  /** The number of characters read, including the space before the text. */
  characters: number;
  /** How many of them are not in the vocabulary. */
  unknown: number;
  /** Natural logarithm of the likelihood of the known ones. */
  score: number;
}

export const UNKNOWN = 0;
/** The maximum input of the model. */
export const MAX_PIECES = 128;
/** Pieces that no text has: unknown, start, end and three unused ones. */
const RESERVED = 6;
const SPACE = "\u2581";

/**
 * Splits texts into the vocabulary's pieces as SentencePiece's unigram model does (Kudo 2018): returns the likeliest
 * split.
 */
export class Tokenizer {
  private readonly places = new Map<string, number>();
  private readonly scores: Float64Array;
  private readonly longest: number;

  constructor(vocabulary: Vocabulary) {
    this.scores = new Float64Array(vocabulary.length);
    let longest = 1;
    vocabulary.forEach(([piece, score], place) => {
      if (place < RESERVED) return;
      // Pieces are sorted by score, so the score of a missing one is close to its predecessor's.
      this.scores[place] = score ?? this.scores[place - 1] ?? 0;
      this.places.set(piece, place);
      longest = Math.max(longest, [...piece].length);
    });
    this.longest = longest;
  }

  encode(text: string): Tokens {
    const characters = [...(SPACE + text.replaceAll(" ", SPACE))];
    const { length } = characters;
    const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(length + 1);
    const piece = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0; start < length; start += 1) {
      let known = false;
      let candidate = "";
      for (let end = start + 1; end <= Math.min(start + this.longest, length); end += 1) {
        candidate += characters[end - 1];
        const place = this.places.get(candidate);
        if (place === undefined) continue;
        known = true;
        const score = (best[start] ?? 0) + (this.scores[place] ?? 0);
        if (score > (best[end] ?? 0)) [best[end], from[end], piece[end]] = [score, start, place];
      }
      // No piece begins here, so this is one unknown character. It costs nothing, because every split has it.
      if (!known && (best[start] ?? 0) > (best[start + 1] ?? 0)) {
        [best[start + 1], from[start + 1], piece[start + 1]] = [best[start] ?? 0, start, UNKNOWN];
      }
    }
    return { ...trace(from, piece), characters: length, score: best[length] ?? 0 };
  }
}

/** Follows the best split back from the end. */
function trace(from: Int32Array, piece: Int32Array): Pick<Tokens, "pieces" | "unknown"> {
  const reversed: number[] = [];
  let unknown = 0;
  for (let at = from.length - 1; at > 0; at = from[at] ?? 0) {
    const place = piece[at] ?? UNKNOWN;
    if (place === UNKNOWN) unknown += 1;
    if (place !== UNKNOWN || reversed.at(-1) !== UNKNOWN) reversed.push(place);
  }
  return { pieces: Int32Array.from(reversed.reverse().slice(0, MAX_PIECES)), unknown };
}
