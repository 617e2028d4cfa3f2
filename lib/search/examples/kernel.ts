import type { LexicalFeatures } from "../lexical";
import { cosinesOfPairs, type PackedEmbedding } from "../packed-embeddings";
import { cosineMatrix } from "./ridge";

export interface Compared {
  features: LexicalFeatures;
  embedding: PackedEmbedding | null;
}

/**
 * Returns the similarity of two texts, 0 to 1, from the cosines of their words and of their embeddings. The weight of
 * each text is split between meaning, as far as its confidence allows, and words. So the matrix of all pairs stays
 * positive semi-definite.
 * @param share of the embeddings, if the encoder can read both texts
 */
export function similarity(
  share: number,
  { words, semantic }: { words: number; semantic: number },
  confidences: readonly [number, number],
): number {
  const [one, other] = confidences;
  const semanticPart = share * Math.sqrt(one * other) * halfSquared(semantic);
  return semanticPart + Math.sqrt((1 - share * one) * (1 - share * other)) * halfSquared(words);
}

/**
 * Returns the mean of a cosine and its square, so two features together count. Close texts count more than with the
 * cosine alone, and the matrix of all pairs stays positive semi-definite (Schur's product theorem).
 */
function halfSquared(cosine: number): number {
  return (cosine + cosine * cosine) / 2;
}

/** Returns the similarities of all pairs, row by row. */
export function similarityMatrix(texts: readonly Compared[], share: number): Float64Array {
  const size = texts.length;
  const matrix = cosineMatrix(texts.map(({ features }) => features));
  const cosines = share > 0 ? cosinesOfPairs(texts.map(({ embedding }) => embedding)) : null;
  const confidences = texts.map(({ embedding }) => embedding?.confidence ?? 0);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const at = row * size + column;
      const both: [number, number] = [confidences[row] ?? 0, confidences[column] ?? 0];
      const value = similarity(share, { words: matrix[at] ?? 0, semantic: cosines?.[at] ?? 0 }, both);
      matrix[at] = value;
      matrix[column * size + row] = value;
    }
  }
  return matrix;
}
