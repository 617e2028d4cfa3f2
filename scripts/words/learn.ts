// Makes lib/search/ranking/data/knowledge.bin from one-line descriptions of packages and a list of English words:
// npm run words -- --english WORDS FILE… Each line of a FILE is a name, a tab and a description. WORDS has a word a line, the
// most frequent first. 950,000 descriptions take four minutes and 3 GB. The same files give the same bytes.
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { KNOWLEDGE_FILE } from "@/lib/search/ranking/knowledge";
import { DIMENSIONS, NO_ROW, packKnowledge, sha256Of, TOLD_PER_STEM } from "@/lib/search/ranking/knowledge-file";
import { GENERIC, isAsking, stemOf, wordsOf } from "@/lib/search/ranking/words";
import { largestEigenvectors } from "./eigenvectors";
import { informationOf, Together } from "./together";

const MOST_STEMS = 20_000;
/** Words of one description that are read, and the least that are enough. */
const MOST_WORDS = 40;
const LEAST_WORDS = 3;
/** Descriptions that contain a word, so its spelling is taken as right. */
const LEAST_SPELLED = 50;
/** Ranks of English words: up to the first they count least in a question, from the second on completely. */
const COMMON_RANK = 500;
const RARE_RANK = 20_000;
const LEAST_EVERYDAY = 0.3;
/** A stem that more descriptions contain is told nothing about. */
const MOST_TOLD = 3_000;
/** A stem of fewer or more descriptions tells nothing. */
const TELLING = { least: 150, most: 25_000 };
/** The share of a stem's descriptions, and their number, that contain a stem that tells about it. */
const TOLD_SHARE = 0.05;
const TOLD_COUNT = 3;
/** Vectors: the largest number, and how many root mean squares it is. */
const LARGEST = 7;
const LARGEST_DEVIATIONS = 2.5;

interface Read {
  /** The different stems of each description and its name. */
  texts: string[][];
  stems: Map<string, number>;
  words: Map<string, number>;
}

const isUsable = (word: string) => word.length > 1 && word.length <= 24 && !/^\d+$/.test(word);

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Returns entries in the order of their counts, then of the alphabet. */
const byCount = (counts: Iterable<[string, number]>) =>
  [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

async function readDescriptions(files: readonly string[]): Promise<Read> {
  const read: Read = { texts: [], stems: new Map(), words: new Map() };
  const seen = new Set<string>();
  const stems = new Map<string, string>();
  const cachedStem = (word: string) => {
    const stem = stems.get(word) ?? stemOf(word);
    stems.set(word, stem);
    return stem;
  };
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const [name = "", description = ""] = line.split("\t");
      const words = wordsOf(description).filter(isUsable).slice(0, MOST_WORDS);
      const key = words.join(" ");
      if (words.length < LEAST_WORDS || seen.has(key)) continue;
      seen.add(key);
      const text = [...new Set([...words, ...wordsOf(name).filter(isUsable)].map(cachedStem))];
      for (const word of new Set(words)) increment(read.words, word);
      for (const stem of text) increment(read.stems, stem);
      read.texts.push(text);
    }
  }
  return read;
}

/** Returns the rows of the stems that most tell what each stem is: by log-likelihood ratio × pointwise mutual information. */
function toldOf(stems: readonly [string, number][], together: Together, texts: number): Uint16Array {
  const told = new Uint16Array(stems.length * TOLD_PER_STEM).fill(NO_ROW);
  const tells = ([stem, count]: [string, number]) =>
    count >= TELLING.least && count <= TELLING.most && !isAsking(stem) && !GENERIC.has(stem);
  const telling = [...stems.entries()].filter(([, stem]) => tells(stem));
  for (const [row, [, count]] of stems.entries()) {
    if (count > MOST_TOLD) continue;
    const found: { other: number; worth: number }[] = [];
    for (const [other, [, otherCount]] of telling) {
      const both = other === row ? 0 : together.count(row, other);
      const expected = (count * otherCount) / texts;
      if (both < Math.max(TOLD_COUNT, TOLD_SHARE * count) || both <= expected) continue;
      const surprise = Math.log(both / expected);
      found.push({ other, worth: (both * surprise - (both - expected)) * surprise });
    }
    found.sort((a, b) => b.worth - a.worth);
    for (const [at, { other }] of found.slice(0, TOLD_PER_STEM).entries()) told[row * TOLD_PER_STEM + at] = other;
  }
  return told;
}

/** Returns whole numbers from -7 to 7, two a byte, the low half first. */
function packVectors(vectors: Float64Array): Buffer {
  const packed = Buffer.alloc(vectors.length / 2);
  for (let start = 0; start < vectors.length; start += DIMENSIONS) {
    const vector = vectors.subarray(start, start + DIMENSIONS);
    const meanSquare = vector.reduce((sum, value) => sum + value * value, 0) / DIMENSIONS;
    const scale = LARGEST / (LARGEST_DEVIATIONS * Math.sqrt(meanSquare) || 1);
    vector.forEach((value, at) => {
      const level = Math.max(-LARGEST, Math.min(LARGEST, Math.round(value * scale))) & 15;
      const byte = (start + at) >> 1;
      packed[byte] = (packed[byte] ?? 0) | (at % 2 === 0 ? level : level << 4);
    });
  }
  return packed;
}

/** Returns how much everyday stems count in a question, in hundredths, by the rank of their most frequent word. */
function everydayOf(english: readonly string[]): Map<string, number> {
  const everyday = new Map<string, number>();
  english.forEach((word, at) => {
    if (!/^[a-z0-9]{2,24}$/.test(word) || everyday.has(stemOf(word))) return;
    const share = Math.log((at + 1) / COMMON_RANK) / Math.log(RARE_RANK / COMMON_RANK);
    everyday.set(stemOf(word), Math.round(100 * Math.max(LEAST_EVERYDAY, share)));
  });
  return new Map([...everyday].filter(([, hundredths]) => hundredths < 100));
}

const numbers = (values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
const lines = (values: readonly string[]) => Buffer.from(values.join("\n"));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { english: { type: "string" }, out: { type: "string", default: KNOWLEDGE_FILE } },
});
if (values.english === undefined || positionals.length === 0) {
  throw new Error("Use: npm run words -- --english WORDS FILE…");
}
const english = readFileSync(values.english, "utf8").split("\n");
const { texts, stems: counts, words } = await readDescriptions(positionals);
const stems = byCount(counts).slice(0, MOST_STEMS);
const rows = new Map(stems.map(([stem], row) => [stem, row]));
const together = new Together(stems.length);
for (const text of texts) together.add(text.flatMap((stem) => rows.get(stem) ?? []));
const vectors = largestEigenvectors(informationOf(together), DIMENSIONS);
const everyday = everydayOf(english);
const spelled = byCount(words).filter(([word, count]) => count >= LEAST_SPELLED && /^\p{L}{4,}$/u.test(word));
const file = packKnowledge({
  stems: lines(stems.map(([stem]) => stem)),
  counts: numbers(stems.map(([, count]) => count)),
  vectors: packVectors(vectors),
  told: Buffer.from(toldOf(stems, together, texts.length).buffer),
  everyday: Buffer.from(Uint8Array.from(stems, ([stem]) => everyday.get(stem) ?? 100)),
  otherEveryday: lines([...everyday].filter(([stem]) => !rows.has(stem)).map((entry) => entry.join("\t"))),
  spelling: lines(spelled.map(([word]) => word)),
  spellingCounts: numbers(spelled.map(([, count]) => count)),
});
writeFileSync(values.out, file);
writeFileSync(`${values.out}.sha256`, `${sha256Of(file)}  ${values.out}\n`);
process.stdout.write(`${texts.length} descriptions, ${stems.length} stems, ${file.length} bytes\n`);
