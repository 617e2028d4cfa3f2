import type { Meaning } from "@/lib/vectors/embedder";
import type { LexicalFeatures } from "@/lib/vectors/lexical";
import { cosineMatrix } from "./ridge";

/** What a text is compared by. */
export interface Compared {
  features: LexicalFeatures;
  meaning: Meaning | null;
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
  for (let row = 0; row < size; row += 1) {
    const one = texts[row]?.meaning;
    for (let column = 0; column <= row; column += 1) {
      const other = texts[column]?.meaning;
      const meanings = share > 0 && one && other ? dot(one.vector, other.vector) : 0;
      const words = matrix[row * size + column] as number;
      const value = alike(share, { words, meanings }, [one?.confidence ?? 0, other?.confidence ?? 0]);
      matrix[row * size + column] = value;
      matrix[column * size + row] = value;
    }
  }
  return matrix;
}

function dot(a: Float32Array, b: Float32Array): number {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < a.length; i += 2) {
    even += (a[i] as number) * (b[i] as number);
    odd += (a[i + 1] as number) * (b[i + 1] as number);
  }
  return even + odd;
}
