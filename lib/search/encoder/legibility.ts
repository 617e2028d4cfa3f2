import { cut } from "@/lib/foundation/text/cut";
import type { Tokens } from "./tokenizer";

/** Maximum characters of a text that are read, which is also the maximum length of an intent. */
export const MAX_CHARACTERS = 512;
/**
 * Nats a character. 95 % of CLINC150's 5,500 English test texts cost at most the first. Polish costs more than the
 * second, and so do identifiers and hashes. German and French are between the two, because the vocabulary has pieces of
 * their words.
 */
const PLAIN_COST = 2.3;
const ILLEGIBLE_COST = 3.3;
/** The share of unknown characters from which a text is not read at all. */
const ILLEGIBLE_UNKNOWN = 0.5;

/**
 * Returns a text in the form on which the model was trained: names such as `codeReview` and `code-review` as separate
 * words, text in capitals only in lower case, white space as single spaces.
 */
export function asProse(text: string): string {
  const read = cut(text, MAX_CHARACTERS).normalize("NFKC").trim();
  const isName = !/[\s:]/.test(read);
  const spelt = isName ? read.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").replace(/[-./]/g, " ") : read;
  const words = spelt.replace(/[\s_]+/g, " ").trim();
  return /\p{Ll}/u.test(words) ? words : words.toLowerCase();
}

/**
 * Returns how well the model can read a text, 0 to 1: how likely its pieces are in English, and how few of its
 * characters are missing from the vocabulary. 0 for other scripts, codes, DIDs, emoji and punctuation alone; words and
 * letters work better for those.
 */
export function confidenceOf(prose: string, { score, characters, unknown }: Tokens): number {
  if (!/\p{Script=Latin}/u.test(prose)) return 0;
  const cost = -score / Math.max(characters - unknown, 1);
  const plain = Math.min(1, Math.max(0, (ILLEGIBLE_COST - cost) / (ILLEGIBLE_COST - PLAIN_COST)));
  return plain * Math.max(0, 1 - unknown / characters / ILLEGIBLE_UNKNOWN);
}
