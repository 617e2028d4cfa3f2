import { type Agent, AgentWords, CODE_MASK } from "./agent-words";
import { type Compared, Comparison, MOST_COMPARED } from "./comparison";
import { FEATURES } from "./features";
import { getKnowledge } from "./knowledge";
import { type AskedWord, askedWordOf, type How, readQuestion, type Term } from "./question";
import { type AgentRecord, CODE_BITS, fieldOf, isSaid, WORTH } from "./record";
import { type Field, fit, limits, order } from "./weights";
import { foldWords } from "./words";

/** Maximum characters of a question that are read. */
const MAX_QUESTION = 4_000;
/** Agents whose z is in one step are in the order of members and trust. */
const STEP = 0.2;

export interface SearchOptions {
  /** The matches to return, with what they met. */
  limit?: number;
  /** Which agents may be found. It applies before one is picked. */
  filter?: (agent: Agent) => boolean;
  /** Whether the question is still being typed, so its last word may be incomplete. */
  isTyping?: boolean;
  /** How likely agents fit by their examples, by DID. */
  byExamples?: ReadonlyMap<string, number>;
}

/** A word of a question that an agent meets. */
export interface MetTerm {
  /** The word of the question. */
  term: string;
  /** The agent's word, as a stem. */
  word: string;
  /** `exact`: the same stem; `near`: spelled nearly so, or a part of a name; `related`: by meaning; `name`: what the agent's name means. */
  how: How | "name";
  field: Field;
}

/** An agent that fits or may fit. */
export interface Found {
  did: string;
  /** How likely the agent fits. 1 if the question names it. */
  p: number;
  level: "fits" | "may fit";
}

/** What an agent met. */
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
  /** The best first: agents that the question names, then by p in steps, members before others, and trust. */
  matches: Match[];
  /** All agents that fit or may fit, in the same order. */
  found: Found[];
  pick: string | null;
  reason: Reason;
  /** The words of the question that were compared, in its order. */
  words: AskedWord[];
  /** Words of the question that tell something. */
  asked: string[];
  /** Those of them that no agent says anything like. */
  unsaid: string[];
  /** Words that were read as others. */
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
}

/**
 * The search over agents. The same records give the same answers, in whatever order they were put. It is synchronous, and
 * needs only the file of `getKnowledge`, which the first index of a process reads.
 */
export class AgentIndex {
  private readonly words = new AgentWords(getKnowledge(), MOST_COMPARED);
  private readonly comparison = new Comparison(this.words);

  /** The number of agents. */
  get size(): number {
    return this.words.size;
  }

  /** Adds an agent, or replaces its record. */
  put(record: AgentRecord): void {
    this.words.put(record);
  }

  /** Removes an agent, if it is known. */
  remove(did: string): void {
    this.words.remove(did);
  }

  /** Finds the agents for a question of any text, and picks the one that fits, if any does. */
  search(question: string, { limit = 10, filter, isTyping = false, byExamples }: SearchOptions = {}): Answer {
    const asked = question.slice(0, MAX_QUESTION);
    const { words } = this;
    const passes = filter ? (slot: number) => filter(words.agentAt(slot)) : () => true;
    const named = this.slotsNamedBy(asked).filter(passes);
    const exampled = [...(byExamples ?? [])].flatMap(([did, p]): [number, number][] => {
      const slot = words.slotOf(did);
      return slot === undefined || !passes(slot) ? [] : [[slot, p]];
    });
    const compared = this.compare(asked, { filter: passes, isTyping });
    const { terms } = compared;
    const ranked = this.rank(compared, new Set(named), new Map(exampled));
    const [first] = ranked;
    const telling = terms.filter(({ isGeneric }) => !isGeneric);
    const reason = reasonFor(first, named.length, terms);
    return {
      matches: ranked.slice(0, limit).map((each) => ({ ...this.foundAt(each), met: this.metBy(each.slot, terms) })),
      found: ranked.map((each) => this.foundAt(each)),
      pick: first && (reason === "named" || reason === "fits") ? words.agentAt(first.slot).did : null,
      reason,
      words: terms.map((term) => askedWordOf(term, words.agentsWith)),
      asked: telling.map(({ word }) => word),
      unsaid: telling.filter(({ isOffered }) => !isOffered).map(({ word }) => word),
      corrections: terms.flatMap(({ word, readAs }) => (readAs === null ? [] : [{ word, readAs }])),
    };
  }

  /** Returns what agents meet of a question, by DID. Unknown agents are left out. */
  explain(question: string, dids: readonly string[], isTyping = false): Map<string, MetTerm[]> {
    const terms = this.read(question.slice(0, MAX_QUESTION), isTyping);
    return new Map(
      dids.flatMap((did) => {
        const slot = this.words.slotOf(did);
        return slot === undefined ? [] : [[did, this.metBy(slot, terms)]];
      }),
    );
  }

  /** Compares a question with agents without ranking them, for the fit of the weights. */
  compare(
    question: string,
    { filter = () => true, isTyping = false }: { filter?: (slot: number) => boolean; isTyping?: boolean } = {},
  ): Compared {
    return this.comparison.compare(this.read(question, isTyping), filter, this.inOrder);
  }

  private read(question: string, isTyping: boolean): Term[] {
    const { knowledge, vocabulary, agentsWith, size } = this.words;
    return readQuestion(question, { knowledge, vocabulary, agentsWith, agents: size }, isTyping);
  }

  /**
   * Returns whether an agent meets a term that may be the name of a product by another name only: `mysql` for `postgres`. It may
   * fit, but nobody who asked for the one was sure to want the other.
   */
  isRival(slot: number, terms: readonly Term[]): boolean {
    const names = new Set(terms.filter(({ isName }) => isName).map(({ word }) => word));
    return this.metBy(slot, terms).some(({ term, how }) => how === "related" && names.has(term));
  }

  /** Returns the DID of a slot that {@link compare} returned. */
  didAt(slot: number): string {
    return this.words.agentAt(slot).did;
  }

  /** Returns the slots of the agents that a text names: by DID, name, provider, host, account, `@provider/name` or address. */
  private slotsNamedBy(text: string): number[] {
    const asked = foldWords(
      text
        .trim()
        .replace(/^@|^https?:\/\//, "")
        .replace(/\/$/, ""),
    );
    const { words } = this;
    const slash = asked.lastIndexOf("/");
    const ofProvider = new Set(slash === -1 ? [] : words.slotsCalled(asked.slice(0, slash)));
    const ofName = words.slotsCalled(asked.slice(slash + 1)).filter((slot) => ofProvider.has(slot));
    const reversed = words.slotsCalled(asked.split(".").reverse().join("."));
    const slot = words.slotOf(text.trim());
    if (slot !== undefined) return [slot];
    return [...new Set([...words.slotsCalled(asked), ...reversed, ...ofName])];
  }

  private rank(
    { terms, slots, features }: Compared,
    named: ReadonlySet<number>,
    exampled: ReadonlyMap<number, number>,
  ): Ranked[] {
    const canFit = isAsking(terms) && isOfferedEnough(terms);
    const byWords = slots.map((slot, row): Ranked => {
      const own = features.subarray(row * FEATURES.length, (row + 1) * FEATURES.length);
      const p = fitOf(own, terms.length);
      const fits = canFit && p >= leastFit(terms) && !this.isRival(slot, terms);
      return { slot, z: zOf(own), p, fits, isNamed: false };
    });
    const ranked = new Map(byWords.sort(this.inOrderOfFit).map((each) => [each.slot, each]));
    // If the first does not fit, those after it cannot.
    if (!byWords[0]?.fits) for (const each of byWords) each.fits = false;
    for (const [slot, p] of exampled) {
      const { z = order.bias, p: known = 0, fits = false } = ranked.get(slot) ?? {};
      const isFit = fits || p >= limits.fitsByExamples;
      ranked.set(slot, { slot, z: Math.max(z, logOddsOf(p)), p: Math.max(known, p), fits: isFit, isNamed: false });
    }
    for (const slot of named) {
      const { z = order.bias } = ranked.get(slot) ?? {};
      ranked.set(slot, { slot, z, p: 1, fits: true, isNamed: true });
    }
    return [...ranked.values()]
      .filter(({ z, isNamed }) => isNamed || probabilityOf(z) >= limits.mayFit)
      .sort(
        (a, b) => Number(b.isNamed) - Number(a.isNamed) || Number(b.fits) - Number(a.fits) || this.inOrderOfFit(a, b),
      );
  }

  private readonly inOrderOfFit = (a: Ranked, b: Ranked): number =>
    stepOf(b) - stepOf(a) || this.byStanding(a.slot, b.slot) || b.z - a.z || this.byDid(a.slot, b.slot);

  private foundAt({ slot, p, fits }: Ranked): Found {
    return { did: this.words.agentAt(slot).did, p, level: fits ? "fits" : "may fit" };
  }

  private readonly byStanding = (slot: number, otherSlot: number): number => {
    const agent = this.words.agentAt(slot);
    const other = this.words.agentAt(otherSlot);
    return Number(other.isMember) - Number(agent.isMember) || other.trustScore - agent.trustScore;
  };

  private readonly byDid = (slot: number, other: number): number =>
    this.words.agentAt(slot).did < this.words.agentAt(other).did ? -1 : 1;

  private readonly inOrder = (slot: number, other: number): number =>
    this.byStanding(slot, other) || this.byDid(slot, other);

  /** Returns what an agent met of the terms, in their order. */
  private metBy(slot: number, terms: readonly Term[]): MetTerm[] {
    const best = terms.map((): { worth: number; met?: MetTerm } => ({ worth: 0 }));
    const codes = new Map<number, number>();
    for (const entry of this.words.termsByAgent.view(slot)) codes.set(entry >>> CODE_BITS, entry & CODE_MASK);
    terms.forEach(({ word: asked, alternatives }, place) => {
      for (const { number, alike, how } of alternatives) {
        const code = codes.get(number);
        if (code === undefined) continue;
        const worth = alike * (WORTH[code] ?? 0);
        if (worth <= (best[place]?.worth ?? 0)) continue;
        const field = fieldOf(code);
        const said = how === "exact" && !isSaid(code) ? "near" : how;
        const met = {
          term: asked,
          word: this.words.vocabulary.wordOf(number),
          how: field === "told" ? "name" : said,
          field,
        };
        best[place] = { worth, met: met as MetTerm };
      }
    });
    return best.flatMap(({ met }) => (met ? [met] : []));
  }
}

/** Returns z by `order`. @param features of one agent */
function zOf(features: Float32Array): number {
  return FEATURES.reduce((z, name, at) => z + order[name] * (features[at] ?? 0), order.bias);
}

/** Returns how likely an agent that is the first is right. */
export function fitOf(features: Float32Array, terms: number): number {
  const [related = 0, , standing = 0] = features;
  return probabilityOf(fit.bias + fit.related * related + fit.standing * standing + fit.terms * Math.log1p(terms));
}

/** Agents in one step fit equally well. */
const stepOf = ({ z }: Ranked) => Math.round(z / STEP);

const probabilityOf = (z: number) => 1 / (1 + Math.exp(-z));
const logOddsOf = (p: number) => Math.log(p / (1 - p));

/** Returns the share of what the terms tell that no agent offers, even in related words. */
function unofferedShare(terms: readonly Term[]): number {
  const told = terms.reduce((sum, { telling }) => sum + telling, 0);
  return told === 0 ? 0 : 1 - terms.reduce((sum, { weight }) => sum + weight, 0) / told;
}

/** A question of more terms is long: much of it is no part of the wish. */
const SHORT_TERMS = 5;

/** Returns the least p of an agent that fits a question. */
export function leastFit(terms: readonly Term[]): number {
  return terms.length > SHORT_TERMS ? limits.fitsLong : limits.fits;
}

/** Returns whether agents offer enough of the question to pick one. */
export function isOfferedEnough(terms: readonly Term[]): boolean {
  return terms.length > SHORT_TERMS || unofferedShare(terms) <= limits.mostUnoffered;
}

/** Returns whether a question has a telling word. */
const isAsking = (terms: readonly Term[]) => terms.some(({ isGeneric }) => !isGeneric);

function reasonFor(first: Ranked | undefined, named: number, terms: readonly Term[]): Reason {
  if (named === 1) return "named";
  if (first?.fits) return "fits";
  if (!isAsking(terms)) return "nothing asked";
  if (first === undefined) return "no match";
  return isOfferedEnough(terms) ? "none fits" : "not offered";
}
