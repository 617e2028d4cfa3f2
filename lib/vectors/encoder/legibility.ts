import type { Tokens } from "./tokenizer";

/** No more of a text is read. An intent has at most so many. */
export const MAX_CHARACTERS = 512;
/**
 * Nats a character. Of CLINC150's 5,500 English test texts 95 % cost at most the first. Polish costs more than the second,
 * as identifiers and hashes do; German and French lie between, since the vocabulary has pieces of their words.
 */
const PLAIN_COST = 2.3;
const ILLEGIBLE_COST = 3.3;
/** A share of unknown characters at which a text is not read. */
const ILLEGIBLE_UNKNOWN = 0.5;

/**
 * A text as the model was trained to read it: names such as `codeReview` and `code-review` as their words, capitals alone
 * in small letters, white space as single spaces.
 */
export function asProse(text: string): string {
  const read = text.slice(0, MAX_CHARACTERS).normalize("NFKC").trim();
  const isName = !/[\s:]/.test(read);
  const spelt = isName ? read.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").replace(/[-./]/g, " ") : read;
  const words = spelt.replace(/[\s_]+/g, " ").trim();
  return /\p{Ll}/u.test(words) ? words : words.toLowerCase();
}

/**
 * How well the model can read a text, 0 to 1: how likely its pieces are in English, and how few characters the
 * vocabulary lacks. 0 for other scripts, codes, DIDs, emoji and punctuation alone, which words and letters serve better.
 */
export function confidenceOf(prose: string, { score, characters, unknown }: Tokens): number {
  if (!/\p{Script=Latin}/u.test(prose)) return 0;
  const cost = -score / Math.max(characters - unknown, 1);
  const plain = Math.min(1, Math.max(0, (ILLEGIBLE_COST - cost) / (ILLEGIBLE_COST - PLAIN_COST)));
  return plain * Math.max(0, 1 - unknown / characters / ILLEGIBLE_UNKNOWN);
}
