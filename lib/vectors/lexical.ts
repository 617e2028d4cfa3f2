import { createHash } from "node:crypto";
import { normalised } from "./rules";

/** The built-in embedding: what texts share of words and of three letters in a row, hashed. It knows no meanings. */
export const LEXICAL = { model: "lexical-0", dimensions: 256 } as const;

const cells = new Map<string, { at: number; sign: number }>();

function cellOf(feature: string) {
  let cell = cells.get(feature);
  if (!cell) {
    const digest = createHash("md5").update(feature).digest();
    cell = { at: digest.readUInt16LE(0) % LEXICAL.dimensions, sign: (digest[2] ?? 0) % 2 === 0 ? 1 : -1 };
    if (cells.size > 100_000) cells.clear();
    cells.set(feature, cell);
  }
  return cell;
}

/** A text's vector, of length 1, or zero where the text has neither letters nor digits. */
export function embedText(text: string): Float32Array {
  const vector = new Float32Array(LEXICAL.dimensions);
  const add = (feature: string, weight: number) => {
    const { at, sign } = cellOf(feature);
    vector[at] = (vector[at] ?? 0) + sign * weight;
  };
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(word, 1);
    const padded = ` ${word} `;
    for (let i = 0; i + 3 <= padded.length; i += 1) add(padded.slice(i, i + 3), 0.4);
  }
  return normalised(vector);
}
