import { directionOf, type Weighted } from "./closeness";
import type { Knowledge } from "./knowledge";
import { DIMENSIONS } from "./knowledge-file";
import { NumberLists } from "./number-lists";
import { type AgentRecord, CODE_BITS, countExamples, fieldOf, namesOf, RecordReader, WORTH } from "./record";
import { RowProducts } from "./row-products";
import { Vocabulary } from "./vocabulary";
import type { Field } from "./weights";
import { foldWords, GENERIC } from "./words";

export const CODE_MASK = (1 << CODE_BITS) - 1;

/** Long fields, whose words would hide what the agent is for. They give its direction only if nothing else does. */
const DETAILS: ReadonlySet<Field> = new Set(["tool text", "example"]);

/** What the index knows of an agent beside its words. */
export interface Agent {
  did: string;
  isMember: boolean;
  trustScore: number;
  tier: string;
  answering: -1 | 0 | 1;
}

/** The words of all agents: the agents of each term, and the terms of each agent. An agent is a slot, a number from 0. */
export class AgentWords {
  readonly knowledge: Knowledge;
  readonly vocabulary: Vocabulary;
  readonly directions: RowProducts;
  /** By the term's number: slot << CODE_BITS | code. */
  readonly agentsByTerm = new NumberLists();
  /** By slot: term << CODE_BITS | code. */
  readonly termsByAgent = new NumberLists();
  /** By slot: the number of examples, if there are any. */
  readonly examples = new Map<number, number>();
  readonly reader: RecordReader;
  private readonly agents: (Agent | undefined)[] = [];
  private readonly names: (readonly number[])[] = [];
  /** By slot: the key of all that the record says. Of a record that says the same, only the standing is replaced. */
  private readonly sayings: number[] = [];
  private readonly slots = new Map<string, number>();
  /** By the key of what they are called, folded. */
  private readonly called = new Map<number, number | number[]>();
  private readonly freeSlots: number[] = [];
  /** By the term's number: the agents whose names tell it, which do not say it. */
  private readonly tellers = new Map<number, number>();

  /** @param mostCompared the agents that one question compares, at most */
  constructor(knowledge: Knowledge, mostCompared: number) {
    this.knowledge = knowledge;
    this.vocabulary = new Vocabulary(knowledge);
    this.reader = new RecordReader(knowledge, this.vocabulary);
    this.directions = new RowProducts(DIMENSIONS, mostCompared);
  }

  get size(): number {
    return this.slots.size;
  }

  /** Slots are below this. */
  get slotCount(): number {
    return this.agents.length;
  }

  allSlots(): IterableIterator<number> {
    return this.slots.values();
  }

  agentAt(slot: number): Agent {
    const agent = this.agents[slot];
    if (!agent) throw new Error(`Slot ${slot} is free.`);
    return agent;
  }

  /** Returns the number of agents with a term, 0 for an unknown one. */
  agentsWith = (term: number | undefined): number => (term === undefined ? 0 : (this.agentsByTerm.lengths[term] ?? 0));

  /** Returns the number of agents that say a term themselves. */
  agentsSaying = (term: number): number => this.agentsWith(term) - (this.tellers.get(term) ?? 0);

  private countTeller(term: number, code: number, change: 1 | -1): void {
    if (fieldOf(code) === "told") this.tellers.set(term, (this.tellers.get(term) ?? 0) + change);
  }

  /** Returns the slot of a DID, as it is written. */
  slotOf(did: string): number | undefined {
    return this.slots.get(did);
  }

  /** Returns the slots of the agents that a text names: by DID, name, provider, host, account, `@provider/name` or address. */
  slotsNamedBy(text: string): number[] {
    const asked = foldWords(
      text
        .trim()
        .replace(/^@|^https?:\/\//, "")
        .replace(/\/$/, ""),
    );
    const slash = asked.lastIndexOf("/");
    const ofProvider = new Set(slash === -1 ? [] : this.slotsCalled(asked.slice(0, slash)));
    const ofName = this.slotsCalled(asked.slice(slash + 1)).filter((slot) => ofProvider.has(slot));
    const reversed = this.slotsCalled(asked.split(".").reverse().join("."));
    const slot = this.slotOf(text.trim());
    if (slot !== undefined) return [slot];
    return [...new Set([...this.slotsCalled(asked), ...reversed, ...ofName])];
  }

  /** Returns the slots of the agents that are called by a name, folded. A DID is no name. */
  private slotsCalled(name: string): readonly number[] {
    return this.slotsOf(keyOf(name));
  }

  private slotsOf(name: number): readonly number[] {
    const known = this.called.get(name) ?? [];
    return typeof known === "number" ? [known] : known;
  }

  /** Adds a record, in place of an earlier one of the same DID. */
  put(record: AgentRecord): void {
    const { did, isMember, trustScore, tier, answering = 0, ...said } = record;
    const agent = { did, isMember, trustScore, tier, answering };
    const saying = keyOf(JSON.stringify(said));
    const present = this.slots.get(did);
    if (present !== undefined && this.sayings[present] === saying) {
      this.agents[present] = agent;
      return;
    }
    this.remove(did);
    const slot = this.freeSlots.pop() ?? this.agents.length;
    this.agents[slot] = agent;
    this.sayings[slot] = saying;
    this.slots.set(did, slot);
    const examples = countExamples(record);
    if (examples > 0) this.examples.set(slot, examples);
    const stems: Weighted[] = [];
    const details: Weighted[] = [];
    for (const [term, code] of this.reader.termsOf(record)) {
      const number = this.vocabulary.add(term);
      this.agentsByTerm.append(number, entryOf(slot, code));
      this.termsByAgent.append(slot, entryOf(number, code));
      this.countTeller(number, code, 1);
      if (this.vocabulary.isRow(number) && !GENERIC.has(term)) {
        const weighted = { row: number, weight: this.knowledge.rarityOf(number) * (WORTH[code] ?? 0) };
        (DETAILS.has(fieldOf(code)) ? details : stems).push(weighted);
      }
    }
    this.directions.reserve(slot + 1);
    this.directions.row(slot).set(directionOf(stems.length > 0 ? stems : details, this.knowledge));
    const names = [...namesOf(record)].map(keyOf);
    this.names[slot] = names;
    for (const name of names) this.addName(name, slot);
  }

  /** Removes a record, if there is one of this DID. */
  remove(did: string): void {
    const slot = this.slots.get(did);
    if (slot === undefined) return;
    this.slots.delete(did);
    this.examples.delete(slot);
    for (const entry of this.termsByAgent.view(slot)) {
      const term = entry >>> CODE_BITS;
      this.agentsByTerm.remove(term, entryOf(slot, entry & CODE_MASK));
      this.countTeller(term, entry & CODE_MASK, -1);
      if (this.agentsWith(term) === 0) this.vocabulary.remove(term);
    }
    this.termsByAgent.clear(slot);
    for (const name of this.names[slot] ?? []) this.removeName(name, slot);
    this.names[slot] = [];
    this.agents[slot] = undefined;
    this.freeSlots.push(slot);
  }

  private addName(name: number, slot: number): void {
    const known = this.called.get(name);
    if (known === undefined) this.called.set(name, slot);
    else if (typeof known === "number") this.called.set(name, [known, slot]);
    else known.push(slot);
  }

  private removeName(name: number, slot: number): void {
    const others = this.slotsOf(name).filter((other) => other !== slot);
    if (others.length === 0) this.called.delete(name);
    else this.called.set(name, others);
  }
}

/**
 * Returns 53 bits in the place of a name, which would take most of the memory (cyrb53). Two names of one key are read as one
 * name, which any two agents may have.
 */
function keyOf(name: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 2 ** 32 * (0x1f_ffff & low) + (high >>> 0);
}

const entryOf = (number: number, code: number) => ((number << CODE_BITS) | code) >>> 0;
