import { createHash } from "node:crypto";

/**
 * The words' knowledge as one file: a line of JSON with the length of each section in bytes, and the sections. Numbers are
 * little-endian.
 */
export const DIMENSIONS = 256;
export const TOLD_PER_STEM = 5;
/** In the place of a stem that `told` does not have. */
export const NO_ROW = 0xffff;

/** In the order of the file. */
const SECTIONS = [
  "stems",
  "counts",
  "vectors",
  "told",
  "everyday",
  "otherEveryday",
  "spelling",
  "spellingCounts",
] as const;
type Section = (typeof SECTIONS)[number];

/**
 * - `stems`: one a line; the row of all others.
 * - `counts`: 32 bits a row, the summaries that contain the stem.
 * - `vectors`: DIMENSIONS whole numbers a row from -7 to 7, two a byte, the low half first (two's complement).
 * - `told`: TOLD_PER_STEM rows of 16 bits a row, of the stems that most tell what a stem is.
 * - `everyday`: a byte a row, how much the stem counts in a question, in hundredths.
 * - `otherEveryday`: stems without a row, one a line: the stem, a tab, hundredths.
 * - `spelling`: words for corrections, one a line; `spellingCounts`: 32 bits each.
 */
export type KnowledgeSections = Record<Section, Buffer>;

export function packKnowledge(sections: KnowledgeSections): Buffer {
  const lengths = SECTIONS.map((section) => sections[section].length);
  return Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...SECTIONS.map((section) => sections[section])]);
}

/** Returns the sections of a file, as views of its bytes. */
export function unpackKnowledge(file: Buffer): KnowledgeSections {
  const headerEnd = file.indexOf("\n") + 1;
  const lengths: number[] = JSON.parse(file.toString("latin1", 0, headerEnd));
  let start = headerEnd;
  const sections = SECTIONS.map((section, at) => {
    const end = start + (lengths[at] ?? 0);
    const bytes = file.subarray(start, end);
    start = end;
    return [section, bytes];
  });
  return Object.fromEntries(sections);
}

export const sha256Of = (file: Buffer): string => createHash("sha256").update(file).digest("hex");
