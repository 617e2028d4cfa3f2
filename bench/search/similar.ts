import { readFileSync } from "node:fs";
import { AgentIndex } from "@/lib/search/ranking/agent-index";
import { AgentWords } from "@/lib/search/ranking/agent-words";
import { Comparison, MOST_COMPARED } from "@/lib/search/ranking/comparison";
import { getKnowledge } from "@/lib/search/ranking/knowledge";
import { nearestTo } from "@/lib/search/ranking/similar";
import { Random } from "@/lib/system/demo/random";
import { readRecords, slugOf } from "./judged-questions";
import { type Example, fitLogistic } from "./logistic";

/** The most that a profile shows. */
const SHOWN = 5;
const SAMPLE = 50;
const SEED = 11;
const FILE = "bench/search/similar.json";

/** Whether a person who looks at one agent of a pair wants the other, by the pair's slugs in order. */
type Judged = Record<string, boolean>;
/** Pairs of one half of the agents with any, which fit the weights and the least similarity; and other pairs, which measure. */
const readJudgedPairs = (): { fit: Judged; measured: Judged } => JSON.parse(readFileSync(FILE, "utf8"));

const pairOf = (slug: string, other: string) => [slug, other].sort().join(" ");

/** Fits how likely two agents are alike, on the judged pairs of one half of the agents. */
export function fitSimilar(): number[] {
  const words = new AgentWords(getKnowledge(), MOST_COMPARED);
  for (const record of readRecords()) words.put(record);
  const comparison = new Comparison(words);
  const judged = readJudgedPairs().fit;
  const slugAt = (slot: number) => slugOf(words.agentAt(slot).did);
  const examples = [...words.allSlots()].flatMap((slot) => {
    return nearestTo(slot, words, comparison, () => 0).flatMap(({ slot: other, word, near }): Example[] => {
      const isAlike = judged[pairOf(slugAt(slot), slugAt(other))];
      return isAlike === undefined ? [] : [{ features: [1, word, near], right: Number(isAlike), weight: 1 }];
    });
  });
  return fitLogistic(examples);
}

/** Prints how many agents have similar ones, how many of the shown pairs are alike, and a sample of them. */
export async function similar(): Promise<void> {
  const records = new Map(readRecords().map((record) => [slugOf(record.did), record]));
  const index = new AgentIndex();
  for (const record of records.values()) index.put(record);
  const lists = [...records].map(([slug, record]) =>
    index.similarTo(record, SHOWN).map(({ did, ...found }) => ({ pair: pairOf(slug, slugOf(did)), ...found })),
  );
  const pairs = new Map(lists.flat().map((found) => [found.pair, found]));
  console.log(`${lists.filter(({ length }) => length > 0).length} of ${records.size} agents have similar ones`);
  const { fit, measured } = readJudgedPairs();
  const judged: Judged = { ...fit, ...measured };
  const print = (title: string, shown: readonly string[]) => {
    const known = shown.filter((pair) => pair in judged);
    const alike = known.filter((pair) => judged[pair]);
    const unknown = shown.length - known.length;
    console.log(`${title}: ${alike.length} of ${known.length} judged pairs alike, ${unknown} not judged`);
  };
  const random = new Random(SEED);
  const sample = [...pairs.values()]
    .map((found) => ({ ...found, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, SAMPLE);
  print(
    "sample",
    sample.map(({ pair }) => pair),
  );
  print("all that are shown", [...pairs.keys()]);
  print(
    "· those that fit nothing",
    [...pairs.keys()].filter((pair) => !(pair in fit)),
  );
  const told = (slug = "") => `${slug}: ${(records.get(slug)?.description ?? "").slice(0, 100)}`;
  for (const { pair, similarity, words } of sample) {
    const [first, second] = pair.split(" ");
    const verdict = pair in judged ? (judged[pair] ? "alike" : "not alike") : "not judged";
    console.log(`\n${verdict}, ${similarity.toFixed(2)}: ${words.join(" ")}\n  ${told(first)}\n  ${told(second)}`);
  }
}
