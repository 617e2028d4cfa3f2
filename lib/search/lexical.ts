import { cut } from "@/lib/foundation/text/cut";
import type { Embedder } from "./embedder";
import { normalised, prototypesOf, textsWithVectors } from "./rules";
import type { SkillText } from "./schema";

/**
 * A text as unit-length weights over hashed features: words, pairs of neighbouring words, pairs of words two apart, and
 * the trigrams of each word. Buckets are distinct, in order of appearance.
 */
export interface LexicalFeatures {
  buckets: Uint32Array;
  weights: Float32Array;
}

/** The identity of an embedding. Vectors of another model or length are never compared with these. */
export const LEXICAL = { model: "lexical-3", dimensions: 256 } as const;

/** Buckets of the hashed features. Two texts of 50 features each share one by accident in one of 25 pairs. */
export const FEATURE_BUCKETS = 2 ** 16;
/** Maximum characters of a text that are read. An intent has at most 512 characters. */
const MAX_CHARACTERS = 512;
const WORD_WEIGHT = 1;
const PAIR_WEIGHT = 0.7;
const SKIP_PAIR_WEIGHT = 0.5;
const PIECE_WEIGHT = 0.63;
const PIECE_LETTERS = 3;

const COMBINING_MARKS = /[\u0300-\u036f]/g;
const WORDS = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu;

/**
 * Returns the words of a text: lower case, accents removed; `codeReview`, `code-review` and `code_review` are all two
 * words. An emoji is a word; punctuation is not.
 */
export function splitWords(text: string): string[] {
  const plain = cut(text, MAX_CHARACTERS)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .normalize("NFKD")
    .replace(COMBINING_MARKS, "")
    .replaceAll("ł", "l");
  return plain.match(WORDS) ?? [];
}

/**
 * Returns the lexical features of a text, none for a text without a word. A feature counts once, however often it
 * occurs.
 */
export function lexicalFeatures(text: string): LexicalFeatures {
  const words = splitWords(text);
  const hashes = words.map((word) => hashOf(word));
  const found = new Map<number, number>();
  const add = (hash: number, weight: number) => {
    const bucket = finish(hash) % FEATURE_BUCKETS;
    found.set(bucket, Math.max(weight, found.get(bucket) ?? 0));
  };
  hashes.forEach((hash, at) => {
    add(hash, WORD_WEIGHT);
    const next = hashes[at + 1];
    const afterNext = hashes[at + 2];
    if (next !== undefined) add(join(hash, next, 1), PAIR_WEIGHT);
    if (afterNext !== undefined) add(join(hash, afterNext, 2), SKIP_PAIR_WEIGHT);
  });
  for (const word of words) addPieces(word, add);
  return { buckets: Uint32Array.from(found.keys()), weights: normalised(Float32Array.from(found.values())) };
}

/**
 * Returns the dense form for the vector store: features hashed into {@link LEXICAL}.dimensions places with a sign each
 * (feature hashing, Weinberger et al. 2009), so the expected inner product is unchanged. Unit length, or all zeros
 * without words.
 */
export function embedText(text: string): Float32Array {
  const { buckets, weights } = lexicalFeatures(text);
  const vector = new Float32Array(LEXICAL.dimensions);
  buckets.forEach((bucket, i) => {
    const hash = finish(Math.imul(bucket + 1, 0x9e3779b1));
    const place = hash % LEXICAL.dimensions;
    vector[place] = (vector[place] ?? 0) + (hash & 0x80000000 ? 1 : -1) * (weights[i] ?? 0);
  });
  return normalised(vector);
}

/** Yields trigrams: `wing` has `^wi`, `win`, `ing` and `ng$`. */
function addPieces(word: string, add: (hash: number, weight: number) => void): void {
  const edged = ` ${word} `;
  for (let start = 0; start + PIECE_LETTERS <= edged.length; start++) {
    add(hashOf(edged.slice(start, start + PIECE_LETTERS)) + 3, PIECE_WEIGHT);
  }
}

/** Computes FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

function join(first: number, second: number, distance: number): number {
  return Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0xc2b2ae35) + distance;
}

/** Applies MurmurHash3's finaliser: every bit of the input affects every bit of the result. */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const embedTextsOf = (texts: readonly SkillText[]) =>
  prototypesOf(textsWithVectors(texts).map(({ text }) => embedText(text)));

/** Compares words and letters. It is deterministic, runs in this process, and loads nothing. */
export const lexicalEmbedder: Embedder = {
  ...LEXICAL,
  builtIn: true,
  deferred: false,
  embedIntent: async (intent) => ({ vector: embedText(intent), embedding: null }),
  embedSkills: async (skills) => skills.map((texts) => ({ prototypes: embedTextsOf(texts), embeddings: null })),
  embedAtOnce: embedTextsOf,
};
