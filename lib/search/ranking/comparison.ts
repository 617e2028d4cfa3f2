import { type AgentWords, CODE_MASK } from "./agent-words";
import { closeness, Sample } from "./closeness";
import { featuresOf, type Met } from "./features";
import type { Alternative, Term } from "./question";
import { CODE_BITS, WORTH } from "./record";

/** Agents that are compared completely, the best by their words alone. In a smaller index all are. */
export const MOST_COMPARED = 600;
/** Steps in which agents are counted to find the best. */
const STEPS = 1024;

/** A term, as far as agents are found by it. */
interface Sought {
  weight: number;
  alternatives: readonly Pick<Alternative, "number" | "alike">[];
}

/** Agents by slot, and how well each meets the terms, as in {@link Met}. */
export interface Candidates {
  slots: readonly number[];
  worth: Float32Array;
}

/** The agents that were compared with a question, by slot, with their features. */
export interface Compared extends Candidates, Met {
  /** FEATURES, a row an agent. */
  features: Float32Array;
}

/** The order of agents that meet a question equally well. */
export type InOrder = (slot: number, other: number) => number;

/** Compares questions with agents. It keeps its memory between questions. */
export class Comparison {
  readonly sample: Sample;
  private readonly words: AgentWords;
  /** By slot: the last term that the agent met, counted over all questions, and how well it met it and the question. */
  private turns = new Uint32Array(0);
  private worths = new Float32Array(0);
  private sums = new Float32Array(0);
  private turn = 0;
  /** By the number of a term: the first of the places in the question where it can stand, from 1. */
  private firstLinks = new Int32Array(0);

  constructor(words: AgentWords) {
    this.words = words;
    this.sample = new Sample(words.knowledge);
  }

  /** Compares agents with a question. The parameters are those of {@link meet}. */
  compare(
    terms: readonly Term[],
    passes: (slot: number) => boolean,
    inOrder: InOrder,
    also: Iterable<number> = [],
  ): Compared {
    const { slots, worth } = this.meet(terms, passes, inOrder, also);
    const met = { terms, count: slots.length, worth };
    const standing = closeness(terms, this.words.knowledge, this.sample, this.words.directions, slots.length);
    return { ...met, slots, features: featuresOf(met, standing) };
  }

  /**
   * Finds agents for terms: those that pass, and of many those that meet the terms best. Their directions are gathered.
   * @param inOrder of agents whose words meet them equally well
   * @param also slots of agents that join them
   */
  meet(
    terms: readonly Sought[],
    passes: (slot: number) => boolean,
    inOrder: InOrder,
    also: Iterable<number> = [],
  ): Candidates {
    const slots = this.candidates(terms, passes, inOrder);
    for (const slot of also) if (!slots.includes(slot)) slots.push(slot);
    this.words.directions.gather(slots);
    return { slots, worth: this.worthOf(terms, slots) };
  }

  private candidates(terms: readonly Sought[], passes: (slot: number) => boolean, inOrder: InOrder): number[] {
    if (this.words.size <= MOST_COMPARED) return [...this.words.allSlots()].filter(passes);
    const found = this.withAnyTerm(terms).filter(passes);
    if (found.length <= MOST_COMPARED) return found;
    const { sums } = this;
    const most = found.reduce((largest, slot) => Math.max(largest, sums[slot] as number), Number.MIN_VALUE);
    const stepOf = (slot: number) => Math.floor(((STEPS - 1) * (sums[slot] as number)) / most);
    const counts = new Uint32Array(STEPS);
    for (const slot of found) counts[stepOf(slot)] = (counts[stepOf(slot)] as number) + 1;
    let least = STEPS - 1;
    let chosen = counts[least] as number;
    while (least > 0 && chosen < MOST_COMPARED) {
      least -= 1;
      chosen += counts[least] as number;
    }
    const better = found.filter((slot) => stepOf(slot) > least);
    const last = found.filter((slot) => stepOf(slot) === least);
    return [...better, ...last.sort(inOrder)].slice(0, MOST_COMPARED);
  }

  /** Returns the slots of the agents that meet any of the terms. `sums` then has how well they meet all. */
  private withAnyTerm(terms: readonly Sought[]): number[] {
    if (this.turns.length < this.words.slotCount) {
      const length = this.words.slotCount + 1024;
      this.turns = new Uint32Array(length);
      this.worths = new Float32Array(length);
      this.sums = new Float32Array(length);
    }
    const { turns, worths, sums } = this;
    const { numbers, starts, lengths } = this.words.agentsByTerm;
    const found: number[] = [];
    if (this.turn > 2 ** 31) {
      turns.fill(0);
      this.turn = 0;
    }
    const before = this.turn;
    for (const { alternatives, weight } of terms) {
      this.turn += 1;
      const { turn } = this;
      for (const { number, alike } of alternatives) {
        const start = starts[number] as number;
        for (let at = start, end = start + (lengths[number] as number); at < end; at += 1) {
          const entry = numbers[at] as number;
          const slot = entry >>> CODE_BITS;
          const last = turns[slot] as number;
          if (last !== turn) {
            if (last <= before) {
              found.push(slot);
              sums[slot] = 0;
            }
            turns[slot] = turn;
            worths[slot] = 0;
          }
          const worth = alike * (WORTH[entry & CODE_MASK] as number);
          const known = worths[slot] as number;
          if (worth <= known) continue;
          sums[slot] = (sums[slot] as number) + weight * (worth - known);
          worths[slot] = worth;
        }
      }
    }
    return found;
  }

  /** Compares the terms of a question with all words of some agents. */
  private worthOf(terms: readonly Sought[], slots: readonly number[]): Float32Array {
    if (this.firstLinks.length < this.words.vocabulary.size) {
      this.firstLinks = new Int32Array(this.words.vocabulary.size + 1024);
    }
    const { firstLinks } = this;
    const links: { place: number; alike: number; next: number }[] = [];
    terms.forEach(({ alternatives }, place) => {
      for (const { number, alike } of alternatives) {
        links.push({ place, alike, next: firstLinks[number] as number });
        firstLinks[number] = links.length;
      }
    });
    const worth = new Float32Array(slots.length * terms.length);
    const { numbers, starts, lengths } = this.words.termsByAgent;
    slots.forEach((slot, row) => {
      const start = starts[slot] as number;
      for (let at = start, end = start + (lengths[slot] as number); at < end; at += 1) {
        const entry = numbers[at] as number;
        for (let link = firstLinks[entry >>> CODE_BITS] as number; link !== 0; ) {
          const { place, alike, next } = links[link - 1] as (typeof links)[number];
          const cell = row * terms.length + place;
          worth[cell] = Math.max(worth[cell] as number, alike * (WORTH[entry & CODE_MASK] as number));
          link = next;
        }
      }
    });
    for (const { alternatives } of terms) for (const { number } of alternatives) firstLinks[number] = 0;
    return worth;
  }
}
