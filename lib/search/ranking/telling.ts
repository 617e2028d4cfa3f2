import { type AgentWords, CODE_MASK } from "./agent-words";
import { cosineOf, directionOf } from "./closeness";
import { MOST_TERMS, tellingOf } from "./question";
import { type AgentRecord, CODE_BITS, fieldOf, WORTH } from "./record";
import type { Field } from "./weights";
import { CLIENTS, GENERIC } from "./words";

/** Such a word says too little: `go`, `v2`. */
const SHORT = /^[a-z0-9]{1,2}$/;
/** A word that more agents have than this, and than this share of all, also says too little. */
const MANY_AGENTS = 20;
const LARGE_SHARE = 0.1;
const LABELS: ReadonlySet<Field> = new Set(["provider", "capability"]);

/** A word that an agent says. */
interface SaidTerm {
  number: number;
  word: string;
  /** How much the word tells, from 0 to 1, and how much it counts where the agent says it. */
  telling: number;
  worth: number;
}

/** What an agent or a skill tells of itself. */
export interface Telling {
  /** The words that it says, the most telling first. */
  said: readonly SaidTerm[];
  /** The direction of these words and of those that the knowledge tells about its name, without that which all agents have in common. */
  direction: Int8Array;
}

/** How near two are by what they tell. It is the same from either of them. */
export interface Nearness {
  cosine: number | null;
  /** The cosine. Without one, the share of what their words tell that both say. */
  near: number;
  /** How much the most telling word tells that both say, from 0 to 1. */
  word: number;
  /** The words that both say, as stems, the most telling first. */
  words: string[];
}

/** Reads what an agent of the index tells. */
export function tellingOfAgent(slot: number, words: AgentWords, common: Int8Array): Telling {
  const entries = Array.from(words.termsByAgent.view(slot), (entry): Entry => [entry >>> CODE_BITS, entry & CODE_MASK]);
  return tellingOfEntries(entries, words, common);
}

/** Reads what a record tells. Words that no agent of the index says do not count. */
export function tellingOfRecord(record: AgentRecord, words: AgentWords, common: Int8Array): Telling {
  const entries = [...words.reader.termsOf(record)].flatMap(([term, code]): Entry[] => {
    const number = words.vocabulary.numberOf(term);
    return number === undefined ? [] : [[number, code]];
  });
  return tellingOfEntries(entries, words, common);
}

type Entry = [number: number, code: number];

/** What many agents share as a label does not count: the provider, with what the knowledge tells about its name, role and capabilities. */
function tellingOfEntries(entries: readonly Entry[], words: AgentWords, common: Int8Array): Telling {
  const { vocabulary, knowledge, agentsWith, size: agents } = words;
  const offered = { vocabulary, knowledge, agentsWith, agents };
  const counted = entries
    .map(([number, code]) => ({
      number,
      word: vocabulary.wordOf(number),
      field: fieldOf(code),
      worth: WORTH[code] ?? 0,
    }))
    .filter(({ word, number }) => {
      const isCommon = agentsWith(number) > Math.max(MANY_AGENTS, LARGE_SHARE * agents);
      return !(isCommon || GENERIC.has(word) || CLIENTS.has(word) || SHORT.test(word));
    });
  const names = counted.filter(({ number, field }) => field === "name" && vocabulary.isRow(number));
  const told = new Set(names.flatMap(({ number }) => [...knowledge.toldBy(number)]));
  const terms = counted
    .filter(({ number, field }) => !LABELS.has(field) && (field !== "told" || told.has(number)))
    .map((entry) => ({ ...entry, telling: tellingOf(entry.word, entry.number, offered) }))
    .sort((a, b) => b.telling * b.worth - a.telling * a.worth || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_TERMS);
  const stems = terms
    .filter(({ number }) => vocabulary.isRow(number))
    // The square: in a direction, a name counts more and a word that is told of a name less than in a search.
    .map(({ number, worth }) => ({ row: number, weight: knowledge.rarityOf(number) * worth ** 2 }));
  return { said: terms.filter(({ field }) => field !== "told"), direction: directionOf(stems, knowledge, common) };
}

export function compareTelling(own: Telling, other: Telling): Nearness {
  const theirs = new Map(other.said.map(({ number, worth }) => [number, worth]));
  const both = own.said.flatMap(({ number, word, telling, worth }) => {
    const their = theirs.get(number);
    return their === undefined ? [] : [{ word, tells: telling * Math.min(worth, their) }];
  });
  both.sort((a, b) => b.tells - a.tells);
  const told = both.reduce((sum, { tells }) => sum + tells, 0);
  const all = [...own.said, ...other.said].reduce((sum, { telling, worth }) => sum + telling * worth, 0);
  const cosine = cosineOf(own.direction, other.direction);
  return {
    cosine,
    near: cosine ?? (2 * told) / (all || 1),
    word: both[0]?.tells ?? 0,
    words: both.map(({ word }) => word),
  };
}
