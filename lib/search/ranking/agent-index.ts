import { cut } from "@/lib/foundation/text/cut";
import { type Agent, AgentWords } from "./agent-words";
import { type Compared, Comparison, MOST_COMPARED } from "./comparison";
import { FEATURES } from "./features";
import { getKnowledge } from "./knowledge";
import { isOnlyAside, type MetTerm, metBy } from "./met";
import { fitOf, isAsking, isUnoffered, leastFit, logOddsOf, probabilityOf, zOf } from "./odds";
import { type AskedWord, askedWordOf, readQuestion, type Term } from "./question";
import { type AgentRecord, MANY_EXAMPLES } from "./record";
import { type AlikeSkills, alikeSkills, type Similar, similarTo } from "./similar";
import { limits, order } from "./weights";

/** Maximum characters of a question that are read. */
const MAX_QUESTION = 4_000;
/** An agent that does not fit, although its p alone would do, has so much less than that. */
const JUST_BELOW = 0.01;
/** Agents whose z is in one step are in the order of members and standing. */
const STEP = 0.2;
/** As much as a proven domain adds to the score, which a check needs. */
const ANSWERING_POINTS = 5;

export interface SearchOptions {
  /** The matches to return, with what they met. */
  limit?: number;
  /** Which agents may be found. It applies before one is picked. */
  filter?: (agent: Agent) => boolean;
  /** How likely agents fit by their examples, by DID. */
  byExamples?: ReadonlyMap<string, number>;
  /** How near agents are in the meanings of an operator's model, by DID: 0 as unrelated texts, 1 as equal ones. */
  byMeaning?: ReadonlyMap<string, number>;
}

/** An agent that fits or may fit. */
export interface Found {
  did: string;
  /** How likely the agent fits. 1 if the question names it. */
  p: number;
  level: "fits" | "may fit";
  /** What p comes from. */
  by: "words" | "examples";
}

export interface Match extends Found {
  met: MetTerm[];
}

/**
 * Why an agent is picked, or none. `named`: the question names this one agent; `fits`: the first one fits; `nothing asked`: the
 * question has no telling word; `no match`: no agent may fit; `none fits`: some may fit, none fits; `not
 * offered`: no agent says anything like the most part of the question.
 */
export type Reason = "named" | "fits" | "nothing asked" | "no match" | "none fits" | "not offered";

export interface Answer {
  /** The best first: agents that the question names, then by p in steps, members before others, and trust with what checks found. */
  matches: Match[];
  /** All agents that fit or may fit, in the same order. */
  found: Found[];
  pick: string | null;
  reason: Reason;
  /** The least p of an agent that fits: by words, or, if the first agent is found by its examples, by these. */
  threshold: number;
  /** The words of the question that were compared, in its order. */
  words: AskedWord[];
  /** Words of the question that tell something. */
  asked: string[];
  /** Those of them that no agent says anything like. */
  unsaid: string[];
  corrections: { word: string; readAs: string }[];
}

interface Ranked {
  slot: number;
  /** By `order`. */
  z: number;
  /** By `fit`, or by examples. */
  p: number;
  fits: boolean;
  isNamed: boolean;
  /** Whether its examples count for more than its words. */
  isExample: boolean;
}

/** What counts beside words, by slot. */
interface Beside {
  named: ReadonlySet<number>;
  exampled: ReadonlyMap<number, number>;
  near: ReadonlyMap<number, number>;
}

/**
 * The search over agents. The same records give the same answers, in whatever order they were put. It is synchronous, and
 * needs only the file of `getKnowledge`, which the first index of a process reads.
 */
export class AgentIndex {
  private readonly words = new AgentWords(getKnowledge(), MOST_COMPARED);
  private readonly comparison = new Comparison(this.words);

  get size(): number {
    return this.words.size;
  }

  get hasExamples(): boolean {
    return this.words.examples.size > 0;
  }

  put(record: AgentRecord): void {
    this.words.put(record);
  }

  /** Removes an agent, if it is known. */
  remove(did: string): void {
    this.words.remove(did);
  }

  /** Finds the agents for a question of any text, and picks the one that fits, if any does. */
  search(question: string, { limit = 10, filter, byExamples, byMeaning }: SearchOptions = {}): Answer {
    const { words } = this;
    const passes = filter ? (slot: number) => filter(words.agentAt(slot)) : () => true;
    const named = words.slotsNamedBy(cut(question, MAX_QUESTION)).filter(passes);
    const exampled = this.bySlot(byExamples, passes).filter(
      ([slot, p]) => words.examples.has(slot) && p >= limits.mayFitByExamples,
    );
    // A DID asks for no other agent.
    const isComparable = words.slotOf(question.trim()) === undefined ? passes : () => false;
    const near = new Map(this.bySlot(byMeaning, isComparable));
    const compared = this.compare(question, isComparable, near.keys());
    const { terms } = compared;
    const ranked = this.rank(compared, { named: new Set(named), exampled: new Map(exampled), near });
    const [first] = ranked;
    const telling = terms.filter(({ isGeneric }) => !isGeneric);
    const reason = reasonFor(first, named.length, terms);
    return {
      matches: ranked.slice(0, limit).map((each) => ({ ...this.foundAt(each), met: metBy(each.slot, terms, words) })),
      found: ranked.map((each) => this.foundAt(each)),
      pick: first && (reason === "named" || reason === "fits") ? words.agentAt(first.slot).did : null,
      reason,
      threshold: first?.isExample ? limits.fitsByExamples : leastFit(terms),
      words: terms.map((term) => askedWordOf(term, words.agentsSaying)),
      asked: telling.map(({ word }) => word),
      unsaid: telling.filter(({ isOffered }) => !isOffered).map(({ word }) => word),
      corrections: terms.flatMap(({ word, readAs }) => (readAs === null ? [] : [{ word, readAs }])),
    };
  }

  /** Finds the agents that are similar to one, the most similar first. An agent that is not in the index is compared as if it were. */
  similarTo(record: AgentRecord, limit: number): Similar[] {
    const isNew = this.words.slotOf(record.did) === undefined;
    if (isNew) this.put(record);
    const found = similarTo(record, this.words, this.comparison, this.inOrder).slice(0, limit);
    if (isNew) this.remove(record.did);
    return found;
  }

  /** Returns the skills of two agents that share a telling word, the nearest first. */
  alikeSkills(own: AgentRecord, other: AgentRecord): AlikeSkills[] {
    return alikeSkills(own, other, this.words, this.comparison);
  }

  /** Returns what agents meet of a question, by DID. Unknown agents are left out. */
  explain(question: string, dids: readonly string[]): Map<string, MetTerm[]> {
    const terms = this.read(question);
    return new Map(
      dids.flatMap((did) => {
        const slot = this.words.slotOf(did);
        return slot === undefined ? [] : [[did, metBy(slot, terms, this.words)]];
      }),
    );
  }

  /** Compares a question with agents without ranking them, for the fit of the weights. */
  compare(question: string, filter: (slot: number) => boolean = () => true, also: Iterable<number> = []): Compared {
    return this.comparison.compare(this.read(question), filter, this.inOrder, also);
  }

  private read(question: string): Term[] {
    const { knowledge, vocabulary, agentsWith, size } = this.words;
    return readQuestion(cut(question, MAX_QUESTION), { knowledge, vocabulary, agentsWith, agents: size });
  }

  /**
   * Returns whether an agent meets a term that may be the name of a product by another name only: `mysql` for `postgres`. It may
   * fit, but nobody who asked for the one was sure to want the other. The same holds for a word inside the agent's words.
   */
  isDoubtful(slot: number, terms: readonly Term[]): boolean {
    const met = new Map(metBy(slot, terms, this.words).map(({ term, how }) => [term, how]));
    const said = terms.filter(({ word }) => ["exact", "near"].includes(met.get(word) ?? ""));
    const most = said.reduce((highest, { telling }) => Math.max(highest, telling), 0);
    const isRival = terms.some(({ word, isName, telling }) => isName && met.get(word) === "related" && telling > most);
    return isRival || isOnlyAside(slot, terms, this.words);
  }

  /** Returns the DID of a slot that {@link compare} returned. */
  didAt(slot: number): string {
    return this.words.agentAt(slot).did;
  }

  private bySlot(
    byDid: ReadonlyMap<string, number> = new Map(),
    passes: (slot: number) => boolean,
  ): [number, number][] {
    return [...byDid].flatMap(([did, value]): [number, number][] => {
      const slot = this.words.slotOf(did);
      return slot !== undefined && passes(slot) ? [[slot, value]] : [];
    });
  }

  private rank({ terms, slots, features }: Compared, { named, exampled, near }: Beside): Ranked[] {
    const least = leastFit(terms);
    const asks = isAsking(terms);
    const byWords = slots.map((slot, row): Ranked => {
      const own = features.subarray(row * FEATURES.length, (row + 1) * FEATURES.length);
      const meaning = near.get(slot) ?? 0;
      const p = fitOf(own, terms.length, meaning);
      const fits = asks && p >= least && !this.isDoubtful(slot, terms);
      return { slot, z: zOf(own, meaning), p, fits, isNamed: false, isExample: false };
    });
    const ranked = new Map(byWords.sort(this.inOrderOfFit).map((each) => [each.slot, each]));
    // If the first does not fit, those after it cannot.
    const isFirstRight = byWords[0]?.fits === true;
    for (const each of byWords) {
      each.fits &&= isFirstRight;
      if (!each.fits) each.p = Math.min(each.p, least - JUST_BELOW);
    }
    const hasMany = (slot: number) => (this.words.examples.get(slot) ?? 0) >= MANY_EXAMPLES;
    const isDecided = isFirstRight || [...exampled].some(([slot, p]) => hasMany(slot) && p >= limits.fitsByExamples);
    for (const [slot, p] of exampled) {
      // A few examples show only a part of what an agent does, unless one of them is the question.
      if (isDecided && !hasMany(slot) && p < 1) continue;
      const { z = order.bias, p: known = 0, fits = false } = ranked.get(slot) ?? {};
      ranked.set(slot, {
        slot,
        z: Math.max(z, logOddsOf(p)),
        p: Math.max(known, p),
        fits: fits || p >= limits.fitsByExamples,
        isNamed: false,
        isExample: p >= known,
      });
    }
    for (const slot of named) {
      const { z = order.bias } = ranked.get(slot) ?? {};
      ranked.set(slot, { slot, z, p: 1, fits: true, isNamed: true, isExample: false });
    }
    const listed = [...ranked.values()]
      .filter(({ z, isNamed }) => isNamed || probabilityOf(z) >= limits.mayFit)
      .sort(
        (a, b) => Number(b.isNamed) - Number(a.isNamed) || Number(b.fits) - Number(a.fits) || this.inOrderOfFit(a, b),
      );
    // The order is fitted on all agents, and p on the first ones. So p of a later one may not exceed that of one before it.
    let most = 1;
    for (const each of listed) most = each.p = Math.min(most, each.p);
    return listed;
  }

  private readonly inOrderOfFit = (a: Ranked, b: Ranked): number =>
    stepOf(b) - stepOf(a) || this.byStanding(a.slot, b.slot) || b.z - a.z || this.byDid(a.slot, b.slot);

  private foundAt({ slot, p, fits, isExample }: Ranked): Found {
    return {
      did: this.words.agentAt(slot).did,
      p,
      level: fits ? "fits" : "may fit",
      by: isExample ? "examples" : "words",
    };
  }

  private readonly byStanding = (slot: number, otherSlot: number): number => {
    const agent = this.words.agentAt(slot);
    const other = this.words.agentAt(otherSlot);
    return Number(other.isMember) - Number(agent.isMember) || standingOf(other) - standingOf(agent);
  };

  private readonly byDid = (slot: number, other: number): number =>
    this.words.agentAt(slot).did < this.words.agentAt(other).did ? -1 : 1;

  private readonly inOrder = (slot: number, other: number): number =>
    this.byStanding(slot, other) || this.byDid(slot, other);
}

/**
 * Trust, with a small step for an agent that is known to answer, or known not to. It counts only among agents that fit
 * equally well. It is a stored result of a check, so the moment of a question changes nothing.
 */
const standingOf = ({ trustScore, answering }: Agent) => trustScore + ANSWERING_POINTS * answering;

/** Agents in one step fit equally well. */
const stepOf = ({ z }: Ranked) => Math.round(z / STEP);

function reasonFor(first: Ranked | undefined, named: number, terms: readonly Term[]): Reason {
  if (named === 1) return "named";
  if (first?.fits) return "fits";
  if (!isAsking(terms)) return "nothing asked";
  if (first === undefined) return "no match";
  return isUnoffered(terms) ? "not offered" : "none fits";
}
