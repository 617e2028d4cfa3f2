import type { Knowledge } from "./knowledge";
import { correct } from "./spelling";
import type { Vocabulary } from "./vocabulary";
import { meanings } from "./weights";
import { GENERIC, isContent, stemOf, wordsOf } from "./words";

/** Terms of a question that are compared. Of more, those that tell most. */
export const MOST_TERMS = 24;
const MOST_CORRECTIONS = 4;
/** Other terms that stand for one of a question, the nearest. */
const MOST_RELATED = 20;
const MOST_COMPLETIONS = 20;
const COMPLETED_LETTERS = 2;
/** A shorter word is more often the acronym of a kind of product, such as CRM, than the name of one. */
const NAME_LETTERS = 5;

/** How a word of an agent meets one of a question. `exact`: the same stem; `near`: spelled nearly so; `related`: by meaning. */
export type How = "exact" | "near" | "related";

/** A term of the agents that answers one of a question. */
export interface Alternative {
  number: number;
  /** How alike they are, from 0 to 1. */
  alike: number;
  how: How;
}

export interface Term {
  /** The word as it was asked, folded. */
  word: string;
  term: string;
  /** The word that was read in its place, as it is no known one; or null. */
  readAs: string | null;
  /** Its row in the knowledge, if it has one and is not generic. */
  row: number | undefined;
  isGeneric: boolean;
  /** Whether it is no everyday word of English, so it may be the name of a product. */
  isName: boolean;
  alternatives: readonly Alternative[];
  /** How much the term tells of the wish, from 0 to 1. */
  telling: number;
  /** The same, less for a term that no agent says anything like. */
  weight: number;
  /** Whether any agent says it, or anything like it. */
  isOffered: boolean;
}

/** A word of a question, and how agents say it. A generic one tells 0. */
export interface AskedWord extends Pick<Term, "word" | "readAs" | "telling"> {
  /** How the agents say it that say it best, or null if no agent says anything like it. */
  how: How | null;
  /** The agents that say it, `exact` or `near`. */
  agents: number;
}

/** What the question needs to know of the index. */
export interface Offered {
  knowledge: Knowledge;
  vocabulary: Vocabulary;
  agents: number;
  /** Returns the number of agents with a term, 0 for an unknown one. */
  agentsWith: (term: number | undefined) => number;
}

/** Reads a question into its terms, in its order. Its last word may be incomplete, because people search while they type. */
export function readQuestion(question: string, offered: Offered): Term[] {
  const words = wordsOf(question).filter(isContent);
  const corrections = { left: MOST_CORRECTIONS };
  const terms = new Map<string, Term>();
  for (const [at, word] of chooseWords(words, offered)) {
    // A known word after others is rarely the beginning of another one.
    const isKnown = words.length > 1 && isKnownWord(word, offered);
    const isLast = at === words.length - 1 && !isKnown;
    const joined = [`${words[at - 1] ?? ""}${word}`, `${word}${words[at + 1] ?? ""}`].filter((both) => both !== word);
    const term = readTerm(word, joined, offered, isLast, corrections);
    if (!terms.has(term.term)) terms.set(term.term, term);
  }
  return [...terms.values()];
}

/** Returns the words to read, with their places: all, or those that tell most. */
function chooseWords(words: readonly string[], { knowledge, vocabulary }: Offered): [at: number, word: string][] {
  const firsts = new Map<string, number>();
  words.forEach((word, at) => {
    if (!firsts.has(word)) firsts.set(word, at);
  });
  const places = [...firsts].map(([word, at]): [number, string] => [at, word]);
  if (places.length <= MOST_TERMS) return places;
  const tells = ([, word]: [number, string]) => {
    const term = vocabulary.termOf(word);
    const row = knowledge.rowOf(term);
    // An unknown word of a long text is more often a typing error or of another language than a name.
    const known = row === undefined && vocabulary.numberOf(term) === undefined ? 0.5 : 1;
    return known * knowledge.rarityOf(row) * knowledge.weightOf(term) * (GENERIC.has(term) ? meanings.generic : 1);
  };
  const ranked = places.map((place) => ({ place, tells: tells(place) }));
  ranked.sort((a, b) => b.tells - a.tells || a.place[0] - b.place[0]);
  return ranked
    .slice(0, MOST_TERMS)
    .map(({ place }) => place)
    .sort(([a], [b]) => a - b);
}

/** Returns whether an agent, the knowledge or English has a word. */
const isKnownWord = (word: string, { knowledge, vocabulary, agentsWith }: Offered): boolean =>
  agentsWith(vocabulary.numberOf(vocabulary.termOf(word))) > 0 ||
  knowledge.isKnown(stemOf(word)) ||
  knowledge.isSpelled(word);

function readTerm(
  word: string,
  joined: readonly string[],
  offered: Offered,
  isLast: boolean,
  corrections: { left: number },
): Term {
  const { knowledge, vocabulary, agentsWith } = offered;
  const countOf = (each: string) => agentsWith(vocabulary.numberOf(each));
  const given = vocabulary.termOf(word);
  const completions = isLast ? completionsOf(word, offered) : [];
  const isKnown = isKnownWord(word, offered);
  let readAs: string | null = null;
  if (!isKnown && completions.length === 0 && corrections.left > 0) {
    corrections.left -= 1;
    readAs = correct(word, offered);
  }
  const term = readAs === null ? given : vocabulary.termOf(readAs);
  const isGeneric = GENERIC.has(term);
  const isName = !isGeneric && word.length >= NAME_LETTERS && knowledge.weightOf(term) === 1;
  const completed = completions.find((number) => vocabulary.isRow(number));
  const row = isGeneric ? undefined : (knowledge.rowOf(term) ?? completed);
  const trust = readAs === null ? 1 : meanings.corrected;
  const found = new Map<number, Alternative>();
  const add = (number: number | undefined, alike: number, how: How) => {
    if (number === undefined || agentsWith(number) === 0) return;
    const known = found.get(number);
    if (!known || known.alike < alike) found.set(number, { number, alike, how });
  };
  add(vocabulary.numberOf(term), trust, readAs === null ? "exact" : "near");
  for (const both of joined) add(vocabulary.numberOf(vocabulary.termOf(both)), 1, "near");
  for (const number of completions) add(number, meanings.completed, "near");
  // Where agents say the term itself, another word is often a rival: who asks for Postgres does not want MySQL.
  const rivals = countOf(term) > 0 ? meanings.rival : 1;
  if (row !== undefined) addRelated(row, trust * rivals, offered, add);
  const alternatives = [...found.values()];
  const telling = tellingOf(term, vocabulary.numberOf(term), offered) * (isGeneric ? meanings.generic : 1);
  const nearest = alternatives.reduce((most, { alike }) => Math.max(most, alike), 0);
  const heard = meanings.unoffered + (1 - meanings.unoffered) * Math.min(1, 2 * nearest);
  const isOffered = alternatives.length > 0;
  return { word, term, readAs, row, isGeneric, isName, alternatives, telling, weight: telling * heard, isOffered };
}

/** Returns how much a term that is not generic tells, from 0 to 1: how rare it is, in summaries and among agents. */
export function tellingOf(
  term: string,
  number: number | undefined,
  { knowledge, agentsWith, agents }: Offered,
): number {
  const among = 1 - Math.log(agentsWith(number) + 1) / Math.log(agents + 2);
  const rarity = (knowledge.rarityOf(number) + among) / 2;
  return rarity * knowledge.weightOf(term) ** meanings.everyday;
}

/** Adds the agents' terms that mean nearly the same as a stem. */
function addRelated(
  row: number,
  trust: number,
  { knowledge, agentsWith }: Offered,
  add: (number: number, alike: number, how: How) => void,
): void {
  const { rows, cosines } = knowledge.relatedTo(row);
  let added = 0;
  for (let at = 0; at < rows.length && added < MOST_RELATED; at += 1) {
    const other = rows[at] as number;
    if (agentsWith(other) === 0 || GENERIC.has(knowledge.stems[other] ?? "")) continue;
    const over = ((cosines[at] as number) - meanings.relatedFrom) / (1 - meanings.relatedFrom);
    add(other, trust * meanings.related * over, "related");
    added += 1;
  }
}

/** Returns the terms that the last word of a question may become: those of most agents, then in the alphabet's order. */
function completionsOf(letters: string, { vocabulary, agentsWith }: Offered): number[] {
  if (letters.length < COMPLETED_LETTERS) return [];
  const found: { number: number; count: number; word: string }[] = [];
  for (const number of vocabulary.startingWith(letters)) {
    const count = agentsWith(number);
    if (count > 0) found.push({ number, count, word: vocabulary.wordOf(number) });
  }
  found.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
  return found.slice(0, MOST_COMPLETIONS).map(({ number }) => number);
}

/** Returns how agents say a term. @param agentsSaying the number of agents that say an alternative themselves */
export function askedWordOf(term: Term, agentsSaying: (term: number) => number): AskedWord {
  const { word, readAs, telling, isGeneric, alternatives } = term;
  const said = alternatives.filter(({ how, number }) => how !== "related" && agentsSaying(number) > 0);
  const agents = said.reduce((most, { number }) => Math.max(most, agentsSaying(number)), 0);
  const how = said[0]?.how ?? (alternatives.length > 0 ? "related" : null);
  return { word, readAs, how, agents, telling: isGeneric ? 0 : telling };
}
