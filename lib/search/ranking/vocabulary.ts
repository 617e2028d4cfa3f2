import type { Knowledge } from "./knowledge";
import { stemOf } from "./words";

/**
 * The terms of all agents, by number. A stem that the knowledge has keeps its row as its number. Other words, such as names,
 * get numbers after the rows, which are used again when the last agent with the word is gone.
 */
export class Vocabulary {
  private readonly knowledge: Knowledge;
  /** The words that the knowledge does not have, by their first letter. */
  private readonly own = new Map<string, Map<string, number>>();
  private readonly words: string[] = [];
  private readonly free: number[] = [];

  constructor(knowledge: Knowledge) {
    this.knowledge = knowledge;
  }

  /** Numbers are below this. */
  get size(): number {
    return this.knowledge.stems.length + this.words.length;
  }

  /** Whether the number is the row of a stem with a vector. */
  isRow(number: number): boolean {
    return number < this.knowledge.stems.length;
  }

  /** Returns the term of a word: a stem that the knowledge has, else the word without an English plural's ending. */
  termOf(word: string): string {
    const stem = stemOf(word);
    if (stem === word || this.knowledge.isKnown(stem)) return stem;
    return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
  }

  /** Returns the number of a term, or undefined if neither the knowledge nor an agent has it. */
  numberOf(term: string): number | undefined {
    return this.knowledge.rowOf(term) ?? this.own.get(term.charAt(0))?.get(term);
  }

  /** Returns the number of a term, a new one if it has none. */
  add(term: string): number {
    const known = this.numberOf(term);
    if (known !== undefined) return known;
    const number = this.free.pop() ?? this.size;
    this.words[number - this.knowledge.stems.length] = term;
    const letter = term.charAt(0);
    const words = this.own.get(letter);
    if (words) words.set(term, number);
    else this.own.set(letter, new Map([[term, number]]));
    return number;
  }

  /** Frees the number of a term when the last agent with the term is gone. */
  remove(number: number): void {
    if (this.isRow(number)) return;
    const term = this.wordOf(number);
    const words = this.own.get(term.charAt(0));
    if (!words?.delete(term)) return;
    if (words.size === 0) this.own.delete(term.charAt(0));
    this.free.push(number);
  }

  wordOf(number: number): string {
    return this.knowledge.stems[number] ?? this.words[number - this.knowledge.stems.length] ?? "";
  }

  /** The words with the same first letter that only agents have, with their numbers. */
  ownWith(word: string): ReadonlyMap<string, number> {
    return this.own.get(word.charAt(0)) ?? NO_WORDS;
  }

  startingWith(letters: string): number[] {
    return [this.knowledge.rowsWith(letters), this.ownWith(letters)].flatMap((words) =>
      [...words].flatMap(([term, number]) => (term.startsWith(letters) ? [number] : [])),
    );
  }
}

const NO_WORDS: ReadonlyMap<string, number> = new Map();
