import { readFileSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { rootPath } from "@/lib/foundation/root-path";
import { DIMENSIONS, NO_ROW, sha256Of, TOLD_PER_STEM, unpackKnowledge } from "./knowledge-file";
import { RowProducts } from "./row-products";

/** The file that the build has at the same place, and the line of `sha256sum` for it. */
export const KNOWLEDGE_FILE = "lib/search/ranking/data/knowledge.bin";

/** The number of package summaries that `counts` counts. */
const SUMMARIES = 947_142;
/** The summaries of a stem that the file does not have. */
const RARE_COUNT = 3;
const LEAST_COSINE = 0.4;
/** Related stems that are kept of one, the nearest. */
const MOST_RELATED = 400;
const KEPT_STEMS = 4_000;

/** Rows of stems near another, the nearest first. */
export interface Related {
  rows: Uint16Array;
  cosines: Float32Array;
}

/** Knows about words: how common they are, what they are used with, how they are spelled. It never changes. */
export class Knowledge {
  readonly stems: readonly string[];
  readonly vectors: RowProducts;
  private readonly rows: Map<string, number>;
  private readonly counts: Uint32Array;
  private readonly toldRows: Uint16Array;
  private readonly everyday: Uint8Array;
  private readonly otherEveryday: Map<string, number>;
  private readonly spelledText: [words: Buffer, counts: Buffer];
  private rowsByLetter: Map<string, Map<string, number>> | undefined;
  private spelled: Map<string, Map<string, number>> | undefined;
  private readonly related = new LRUCache<number, Related>({ max: KEPT_STEMS });

  /** Reads a file that `packKnowledge` made. */
  constructor(file: Buffer) {
    const sections = unpackKnowledge(file);
    this.stems = linesOf(sections.stems);
    this.rows = new Map(this.stems.map((stem, row) => [stem, row]));
    this.counts = new Uint32Array(copyOf(sections.counts));
    this.toldRows = new Uint16Array(copyOf(sections.told));
    this.everyday = new Uint8Array(copyOf(sections.everyday));
    this.otherEveryday = new Map(
      linesOf(sections.otherEveryday).map((line) => {
        const tab = line.indexOf("\t");
        return [line.slice(0, tab), Number(line.slice(tab + 1)) / 100];
      }),
    );
    this.spelledText = [sections.spelling, sections.spellingCounts];
    this.vectors = RowProducts.unpack(sections.vectors, DIMENSIONS);
  }

  rowOf(stem: string): number | undefined {
    return this.rows.get(stem);
  }

  /** How rare a stem is in summaries, from 0 to 1. */
  rarityOf(row: number | undefined): number {
    const count = row === undefined ? RARE_COUNT : (this.counts[row] ?? RARE_COUNT);
    return 1 - Math.log(count + 1) / Math.log(SUMMARIES);
  }

  /** How often a stem occurs in summaries, 0 for an unknown one. */
  countOf(stem: string): number {
    return this.counts[this.rows.get(stem) ?? -1] ?? 0;
  }

  /** How much a stem counts in a question, from 0.3 for an everyday word to 1. */
  weightOf(stem: string): number {
    const row = this.rows.get(stem);
    return row === undefined ? (this.otherEveryday.get(stem) ?? 1) : (this.everyday[row] ?? 100) / 100;
  }

  /** The rows of the stems that most tell what a stem is: `ynab` has `budget`. */
  *toldBy(row: number): Generator<number> {
    for (let at = row * TOLD_PER_STEM; at < (row + 1) * TOLD_PER_STEM; at += 1) {
      const told = this.toldRows[at] ?? NO_ROW;
      if (told !== NO_ROW) yield told;
    }
  }

  /** Whether a stem is known at all: of summaries, or of everyday English. */
  isKnown(stem: string): boolean {
    return this.rows.has(stem) || this.otherEveryday.has(stem);
  }

  /** The stems with the first letter of a word, with their rows. */
  rowsWith(word: string): ReadonlyMap<string, number> {
    this.rowsByLetter ??= byFirstLetter(this.rows);
    return this.rowsByLetter.get(word.charAt(0)) ?? NO_WORDS;
  }

  /** The stems near a stem by their vectors, without itself. */
  relatedTo(row: number): Related {
    const known = this.related.get(row);
    if (known) return known;
    const products = this.vectors.productsWithAll(this.vectors.row(row));
    const { lengths } = this.vectors;
    const length = lengths[row] ?? 1;
    const found: { row: number; cosine: number }[] = [];
    for (let other = 0; other < products.length; other += 1) {
      const cosine = (products[other] ?? 0) / (length * (lengths[other] ?? 1));
      if (cosine >= LEAST_COSINE && other !== row) found.push({ row: other, cosine });
    }
    found.sort((a, b) => b.cosine - a.cosine || a.row - b.row).splice(MOST_RELATED);
    const related = {
      rows: Uint16Array.from(found, ({ row }) => row),
      cosines: Float32Array.from(found, ({ cosine }) => cosine),
    };
    this.related.set(row, related);
    return related;
  }

  /** Whether many summaries contain a word in this spelling. */
  isSpelled(word: string): boolean {
    return this.spellingsWith(word).has(word);
  }

  /** The common words with the first letter of a word, with the number of summaries. */
  spellingsWith(word: string): ReadonlyMap<string, number> {
    this.spelled ??= readSpelling(...this.spelledText);
    return this.spelled.get(word.charAt(0)) ?? NO_WORDS;
  }
}

const NO_WORDS: ReadonlyMap<string, number> = new Map();

function readSpelling(words: Buffer, counts: Buffer): Map<string, Map<string, number>> {
  const numbers = new Uint32Array(copyOf(counts));
  return byFirstLetter(linesOf(words).map((word, at) => [word, numbers[at] ?? 0]));
}

function byFirstLetter(words: Iterable<[word: string, number: number]>): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const [word, number] of words) {
    const letter = word.charAt(0);
    const known = found.get(letter);
    if (known) known.set(word, number);
    else found.set(letter, new Map([[word, number]]));
  }
  return found;
}

const linesOf = (bytes: Buffer): string[] => bytes.toString("utf8").split("\n");

/** Returns a copy that begins at an address that is right for numbers of any size. */
const copyOf = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** One for the process, although tests load this module again for each file. */
const KEPT = Symbol.for("federation.search.knowledge");
const kept = globalThis as typeof globalThis & { [KEPT]?: Knowledge };

/**
 * Returns the knowledge of the process. The first call reads the file.
 * @throws Error if the file is not the one of the checksum
 */
export function getKnowledge(): Knowledge {
  kept[KEPT] ??= readKnowledge();
  return kept[KEPT];
}

function readKnowledge(): Knowledge {
  const file = readFileSync(rootPath(KNOWLEDGE_FILE));
  const [expected] = readFileSync(rootPath(`${KNOWLEDGE_FILE}.sha256`), "utf8").split(" ");
  if (sha256Of(file) !== expected) throw new Error(`${KNOWLEDGE_FILE} is damaged: its checksum differs.`);
  return new Knowledge(file);
}
