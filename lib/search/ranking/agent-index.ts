import { closeness, directionOf, Sample, type Weighted } from "./closeness";
import { featuresOf, type Met, WIDTH } from "./features";
import { getKnowledge, type Knowledge } from "./knowledge";
import { DIMENSIONS } from "./knowledge-file";
import { lengthened, NumberLists } from "./number-lists";
import { readQuestion, type Term } from "./question";
import { type AgentRecord, CODE_BITS, isSaid, namesOf, RecordReader, WORTH } from "./record";
import { RowProducts } from "./row-products";
import { Vocabulary } from "./vocabulary";
import { GENERIC } from "./words";

/** Agents that are compared completely, the best by their words alone. In a smaller index all are. */
export const MOST_COMPARED = 600;
const CODE_MASK = (1 << CODE_BITS) - 1;
/** Steps in which agents are counted to find the best. */
const STEPS = 1024;

/** What is known of an agent beside its words. */
export interface Agent {
  did: string;
  isMember: boolean;
  trustScore: number;
  tier: string;
}

/** The agents to compare with a question, with their features. */
export interface Compared {
  terms: Term[];
  slots: ArrayLike<number>;
  features: Float32Array;
  met: Met;
}

/** The words of all agents, in both directions: the agents of each term, and the terms of each agent. */
export class AgentWords {
  readonly knowledge: Knowledge;
  readonly vocabulary: Vocabulary;
  private readonly reader: RecordReader;
  private readonly sample: Sample;
  private readonly topics = new RowProducts(DIMENSIONS, MOST_COMPARED);
  /** By the term's number: slot << CODE_BITS | code. */
  private readonly agentsOf = new NumberLists();
  /** By the agent's slot: term << CODE_BITS | code. */
  private readonly termsOf = new NumberLists();
  /** By slot. */
  private readonly agents: (Agent | undefined)[] = [];
  private readonly names: (readonly string[])[] = [];
  private readonly slots = new Map<string, number>();
  private readonly called = new Map<string, number | number[]>();
  private readonly freeSlots: number[] = [];
  private marks = new Uint32Array(0);
  private related = new Float32Array(0);
  private best = new Float32Array(0);
  private turn = 0;
  private chains = new Int32Array(0);

  constructor(knowledge = getKnowledge()) {
    this.knowledge = knowledge;
    this.vocabulary = new Vocabulary(knowledge);
    this.reader = new RecordReader(knowledge, this.vocabulary);
    this.sample = new Sample(knowledge);
  }

  get size(): number {
    return this.slots.size;
  }

  agentAt(slot: number): Agent {
    const agent = this.agents[slot];
    if (!agent) throw new Error(`no agent in slot ${slot}`);
    return agent;
  }

  /** The number of agents with a term. */
  agentsWith = (number: number): number => this.agentsOf.lengths[number] ?? 0;

  put(record: AgentRecord): void {
    this.remove(record.did);
    const slot = this.freeSlots.pop() ?? this.agents.length;
    const { did, isMember, trustScore, tier } = record;
    this.agents[slot] = { did, isMember, trustScore, tier };
    this.slots.set(did, slot);
    const stems: Weighted[] = [];
    for (const [term, code] of this.reader.termsOf(record)) {
      const number = this.vocabulary.add(term);
      this.agentsOf.append(number, ((slot << CODE_BITS) | code) >>> 0);
      this.termsOf.append(slot, ((number << CODE_BITS) | code) >>> 0);
      if (this.vocabulary.isRow(number) && !GENERIC.has(term)) {
        stems.push({ row: number, weight: this.knowledge.rarityOf(number) * (WORTH[code] as number) });
      }
    }
    this.topics.reserve(slot + 1);
    this.topics.row(slot).set(directionOf(stems, this.knowledge));
    this.names[slot] = [...namesOf(record)];
    for (const name of this.names[slot] ?? []) this.call(name, slot);
  }

  remove(did: string): void {
    const slot = this.slots.get(did);
    if (slot === undefined) return;
    this.slots.delete(did);
    for (const entry of this.termsOf.view(slot)) {
      const number = entry >>> CODE_BITS;
      this.agentsOf.remove(number, ((slot << CODE_BITS) | (entry & CODE_MASK)) >>> 0);
      if (this.agentsWith(number) === 0) this.vocabulary.remove(number);
    }
    this.termsOf.clear(slot);
    for (const name of this.names[slot] ?? []) this.uncall(name, slot);
    this.names[slot] = [];
    this.agents[slot] = undefined;
    this.freeSlots.push(slot);
  }

  private call(name: string, slot: number): void {
    const known = this.called.get(name);
    if (known === undefined) this.called.set(name, slot);
    else if (typeof known === "number") this.called.set(name, [known, slot]);
    else known.push(slot);
  }

  private uncall(name: string, slot: number): void {
    const known = this.called.get(name);
    if (typeof known === "number") this.called.delete(name);
    else known?.splice(known.indexOf(slot), 1);
  }

  /** The slots of the agents that are called by a name, folded. */
  slotsCalled(name: string): readonly number[] {
    const known = this.called.get(name) ?? [];
    return typeof known === "number" ? [known] : known;
  }

  read(question: string, isTyping: boolean): Term[] {
    const { knowledge, vocabulary, agentsWith } = this;
    return readQuestion(question, { knowledge, vocabulary, agentsWith, agents: this.size }, isTyping);
  }

  /** Compares agents with a question: those that pass, and of many the best by their words. */
  compare(terms: Term[], passes: (slot: number) => boolean): Compared {
    const slots = this.candidates(terms, passes);
    const met = this.meet(terms, slots);
    this.topics.gather(slots);
    const standing = closeness(terms, this.knowledge, this.sample, this.topics, slots.length);
    return { terms, slots, met, features: featuresOf(met, standing) };
  }

  private candidates(terms: readonly Term[], passes: (slot: number) => boolean): number[] {
    if (this.size <= MOST_COMPARED) return [...this.slots.values()].filter(passes);
    const found = this.withAnyTerm(terms).filter(passes);
    if (found.length <= MOST_COMPARED) return found;
    const { related } = this;
    const most = found.reduce((largest, slot) => Math.max(largest, related[slot] as number), 1e-9);
    const stepOf = (slot: number) => Math.floor(((STEPS - 1) * (related[slot] as number)) / most);
    const counts = new Uint32Array(STEPS);
    for (const slot of found) counts[stepOf(slot)] = (counts[stepOf(slot)] as number) + 1;
    let least = STEPS - 1;
    for (let sum = counts[least] as number; least > 0; ) {
      sum += counts[least - 1] as number;
      if (sum > MOST_COMPARED) break;
      least -= 1;
    }
    const chosen = found.filter((slot) => stepOf(slot) >= least);
    // If more are equally good, as with one word that all have, those of most trust are compared.
    return chosen.length <= MOST_COMPARED ? chosen : chosen.sort((a, b) => this.before(a, b)).slice(0, MOST_COMPARED);
  }

  /** The order of agents that meet a question equally well: members, then trust, then the DID. */
  before = (a: number, b: number): number => {
    const [one, other] = [this.agentAt(a), this.agentAt(b)];
    return (
      Number(other.isMember) - Number(one.isMember) || other.trustScore - one.trustScore || (one.did < other.did ? -1 : 1)
    );
  };

  /** Returns the slots of agents with any of the terms. Their `related` is the sum of how well they meet the terms. */
  private withAnyTerm(terms: readonly Term[]): number[] {
    if (this.marks.length < this.agents.length) {
      this.marks = new Uint32Array(this.agents.length + 1024);
      this.related = new Float32Array(this.marks.length);
      this.best = new Float32Array(this.marks.length);
      this.turn = 0;
    }
    const { marks, related, best } = this;
    const { numbers, starts, lengths } = this.agentsOf;
    const found: number[] = [];
    const before = this.turn;
    for (const { alternatives, weight } of terms) {
      this.turn += 1;
      for (const { number, alike } of alternatives) {
        const start = starts[number] as number;
        for (let at = start, end = start + (lengths[number] as number); at < end; at += 1) {
          const entry = numbers[at] as number;
          const slot = entry >>> CODE_BITS;
          if (marks[slot] !== this.turn) {
            if ((marks[slot] as number) <= before) {
              found.push(slot);
              related[slot] = 0;
            }
            marks[slot] = this.turn;
            best[slot] = 0;
          }
          const worth = alike * (WORTH[entry & CODE_MASK] as number);
          if (worth <= (best[slot] as number)) continue;
          related[slot] = (related[slot] as number) + weight * (worth - (best[slot] as number));
          best[slot] = worth;
        }
      }
    }
    return found;
  }

  /** Compares the terms of a question with all words of some agents. */
  private meet(terms: readonly Term[], slots: readonly number[]): Met {
    // For each term of the agents, a chain of the places in the question where it can stand.
    if (this.chains.length < this.vocabulary.size) this.chains = new Int32Array(this.vocabulary.size + 1024);
    const links: { place: number; alike: number; isExact: boolean; next: number }[] = [];
    terms.forEach(({ alternatives }, place) => {
      for (const { number, alike, how } of alternatives) {
        links.push({ place, alike, isExact: how === "exact", next: this.chains[number] as number });
        this.chains[number] = links.length;
      }
    });
    const size = terms.length;
    const worth = new Float32Array(slots.length * size);
    const said = new Uint8Array(slots.length * size);
    const { numbers, starts, lengths } = this.termsOf;
    for (let at = 0; at < slots.length; at += 1) {
      const start = starts[slots[at] as number] as number;
      for (let n = start, end = start + (lengths[slots[at] as number] as number); n < end; n += 1) {
        const entry = numbers[n] as number;
        let link = this.chains[entry >>> CODE_BITS] as number;
        while (link !== 0) {
          const { place, alike, isExact, next } = links[link - 1] as (typeof links)[number];
          const cell = at * size + place;
          worth[cell] = Math.max(worth[cell] as number, alike * (WORTH[entry & CODE_MASK] as number));
          if (isExact && isSaid(entry)) said[cell] = 1;
          link = next;
        }
      }
    }
    for (const { alternatives } of terms) for (const { number } of alternatives) this.chains[number] = 0;
    return { terms, count: slots.length, worth, said };
  }

  /** The terms of an agent with their codes. */
  *saidBy(slot: number): Generator<[number: number, code: number]> {
    for (const entry of this.termsOf.view(slot)) yield [entry >>> CODE_BITS, entry & CODE_MASK];
  }
}

export const widthOfFeatures = WIDTH;
