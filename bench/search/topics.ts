import { tagsFromWords } from "@/lib/features/agents/derived-tags";
import { Random } from "@/lib/system/demo/random";
import { readRecords } from "./judged-questions";

/** How many pairs of a record and a topic are shown, to judge them. */
const SHOWN = Number(process.env["PAIRS"] ?? 60);
const SEED = Number(process.env["SEED"] ?? 7);

/** Counts the records of the real list that get topics, and shows random pairs to judge. */
export async function topics(): Promise<void> {
  const records = readRecords().map(({ name, description = "" }) => ({ name, description, tags: [] }));
  const found = records.map((record) => ({ ...record, topics: tagsFromWords(record) }));
  const pairs = found.flatMap(({ topics: said, ...record }) => said.map((topic) => ({ topic, ...record })));
  const named = found.filter(({ topics: said }) => said.length > 0).length;
  console.log(
    `${named} of ${found.length} records have a topic, ${pairs.length} pairs, ${new Set(pairs.map(({ topic }) => topic)).size} topics`,
  );
  const random = new Random(SEED);
  const shuffled = pairs.map((pair) => ({ pair, at: random.next() })).sort((one, other) => one.at - other.at);
  for (const { pair } of shuffled.slice(0, SHOWN)) console.log(`${pair.topic} | ${pair.name} | ${pair.description}`);
}
