import { createHash } from "node:crypto";
import type { AgentRow } from "@/lib/database/schema/agents";
import { spaced, stemOf, wordsOf } from "@/lib/search/ranking/words";
import { Protocol } from "./details";
import { TOPIC_RULE, TOPICS } from "./topics";

const LONGEST_RUN = 3;
const ADDRESS = /https?:\/\/\S+/g;
/** Tags that every page leaves out, because protocols have their own facet. */
export const PROTOCOL_TAGS: readonly string[] = ["", ...Protocol.options];

type Words = Pick<AgentRow, "name" | "description" | "tags">;

const meanings = new Map<string, { topic: string; weight: number }[]>();
for (const { name, words, hints } of TOPICS) {
  const listed = [
    { texts: words, weight: TOPIC_RULE.word },
    { texts: hints, weight: TOPIC_RULE.hint },
  ];
  for (const { texts, weight } of listed) {
    for (const text of texts) meanings.set(text, [...(meanings.get(text) ?? []), { topic: name, weight }]);
  }
}

/** Returns each word, and each run of words that the table may contain. */
function runsOf(words: readonly string[]): string[] {
  const lengths = Array.from({ length: LONGEST_RUN }, (_, index) => index + 1);
  return words.flatMap((_, at) => lengths.map((length) => words.slice(at, at + length).join(" ")));
}

/** Returns whether a record has no tags but names of protocols. */
export const hasNoTags = (tags: readonly string[]): boolean => tags.every((tag) => PROTOCOL_TAGS.includes(tag));

/**
 * Returns the topics that the words of a record say, those of the most weight first. It returns none if the record has tags. The
 * forms of a word count once, where they weigh most.
 */
export function tagsFromWords({ name, description, tags }: Words): string[] {
  if (!hasNoTags(tags)) return [];
  const described = wordsOf(description.replace(ADDRESS, " ")).slice(0, TOPIC_RULE.readWords);
  const texts = [
    { words: wordsOf(name), factor: TOPIC_RULE.inName },
    { words: wordsOf(spaced(name)), factor: TOPIC_RULE.inName },
    { words: described, factor: 1 },
  ];
  const found = new Map<string, Map<string, number>>();
  for (const { words, factor } of texts) {
    for (const run of runsOf(words)) {
      for (const { topic, weight } of meanings.get(run) ?? []) {
        const weights = found.get(topic) ?? new Map<string, number>();
        const stem = stemOf(run);
        found.set(topic, weights.set(stem, Math.max(weights.get(stem) ?? 0, factor * weight)));
      }
    }
  }
  return [...found]
    .map(([topic, weights]) => ({ topic, weight: [...weights.values()].reduce((sum, weight) => sum + weight) }))
    .filter(({ weight }) => weight >= TOPIC_RULE.leastWeight)
    .sort((one, other) => other.weight - one.weight || one.topic.localeCompare(other.topic))
    .slice(0, TOPIC_RULE.topics)
    .map(({ topic }) => topic);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Identifies the table and the rule. If they change, all records are read again. */
export const TABLE_VERSION = sha256(JSON.stringify([TOPICS, TOPIC_RULE])).slice(0, 8);

/** Returns the columns that follow from the words of a record. `derivedFrom` is the hash that `deriveTags` computes in SQL. */
export function derivedColumns(record: Words): Pick<AgentRow, "derivedTags" | "derivedFrom"> {
  const { name, description, tags } = record;
  const from = [TABLE_VERSION, name, description, String(hasNoTags(tags))];
  return { derivedTags: tagsFromWords(record), derivedFrom: sha256(from.join("\n")) };
}
