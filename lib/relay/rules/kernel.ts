import type { LexicalFeatures } from "@/lib/vectors/lexical";
import { cosinesOfPairs, type PackedMeaning } from "@/lib/vectors/meanings";
import { cosineMatrix } from "./ridge";

/** What a text is compared by. */
export interface Compared {
  features: LexicalFeatures;
  meaning: PackedMeaning | null;
}

/**
 * How alike two texts are, 0 to 1, from the cosines of their words and of their meanings. A part of a text's square that
 * its confidence allows is meaning, and the rest words; so the matrix of all pairs stays positive semi-definite.
 * @param share of the meanings, where both texts can be read
 */
export function alike(
  share: number,
  { words, meanings }: { words: number; meanings: number },
  confidences: readonly [number, number],
): number {
  const [one, other] = confidences;
  const meaning = share * Math.sqrt(one * other) * halfSquared(meanings);
  return meaning + Math.sqrt((1 - share * one) * (1 - share * other)) * halfSquared(words);
}

/**
 * Half the cosine, half its square: one feature or two together. Close texts count for more than with the cosine alone, and
 * the matrix of all pairs stays positive semi-definite (Schur's product theorem).
 */
function halfSquared(cosine: number): number {
  return (cosine + cosine * cosine) / 2;
}

/** How alike all pairs are, row by row. */
export function likenessMatrix(texts: readonly Compared[], share: number): Float64Array {
  const size = texts.length;
  const matrix = cosineMatrix(texts.map(({ features }) => features));
  const cosines = share > 0 ? cosinesOfPairs(texts.map(({ meaning }) => meaning)) : null;
  const confidences = texts.map(({ meaning }) => meaning?.confidence ?? 0);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const at = row * size + column;
      const both: [number, number] = [confidences[row] ?? 0, confidences[column] ?? 0];
      const value = alike(share, { words: matrix[at] ?? 0, meanings: cosines?.[at] ?? 0 }, both);
      matrix[at] = value;
      matrix[column * size + row] = value;
    }
  }
  return matrix;
}
