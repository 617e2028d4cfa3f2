import type { AgentWords } from "./agent-words";
import { SCALE } from "./closeness";
import type { Comparison, InOrder } from "./comparison";
import type { AgentRecord } from "./record";
import { compareTelling, type Nearness, tellingOfAgent, tellingOfRecord } from "./telling";
import { similar } from "./weights";

/** Agents that are compared completely, the nearest by their directions and the words that both have. */
const MOST_NEAR = 30;
/** Skills of an agent that are compared, the first. */
const MOST_SKILLS = 20;

/** An agent that is similar to another. */
export interface Similar {
  did: string;
  /** How likely a person finds both alike, from 0 to 1. */
  similarity: number;
  /** The cosine of the directions of their words, or null if one of them has no word with a known meaning. */
  cosine: number | null;
  /** The telling words that both say, as the first of them writes them, the most telling first. */
  words: string[];
}

/** Two skills that share a telling word. */
export interface AlikeSkills {
  ownSkill: string;
  skill: string;
  near: number;
}

const zOf = ({ word, near }: Pick<Nearness, "word" | "near">) =>
  similar.bias + similar.word * word + similar.cosine * near;

/** Finds the agents that are similar to one, the most similar first. @param inOrder of agents that are equally near */
export function similarTo(record: AgentRecord, words: AgentWords, comparison: Comparison, inOrder: InOrder): Similar[] {
  const slot = words.slotOf(record.did);
  if (slot === undefined) return [];
  const spellings = words.reader.spellingsOf(record);
  return nearestTo(slot, words, comparison, inOrder)
    .map(({ slot: other, ...near }) => ({ ...near, other, similarity: 1 / (1 + Math.exp(-zOf(near))) }))
    .filter(({ similarity }) => similarity >= similar.least)
    .sort((a, b) => b.similarity - a.similarity || inOrder(a.other, b.other))
    .map(({ other, similarity, cosine, words: stems }) => ({
      did: words.agentAt(other).did,
      similarity,
      cosine,
      words: stems.map((stem) => spellings.get(stem) ?? stem),
    }));
}

/** Compares an agent with those that may be near: the words that it says are the question. */
export function nearestTo(
  slot: number,
  words: AgentWords,
  comparison: Comparison,
  inOrder: InOrder,
): (Nearness & { slot: number })[] {
  const { common } = comparison.sample;
  const own = tellingOfAgent(slot, words, common);
  const terms = own.said.map(({ number, telling, worth }) => ({
    weight: telling * worth,
    alternatives: [{ number, alike: 1 }],
  }));
  const { slots, worth } = comparison.meet(terms, (other) => other !== slot, inOrder);
  const products = words.directions.productsWithGathered(own.direction, slots.length);
  const guessed = slots.map((other, row) => {
    const met = terms.map(({ weight }, place) => weight * (worth[row * terms.length + place] as number));
    return { other, z: zOf({ word: Math.max(0, ...met), near: (products[row] as number) / SCALE ** 2 }) };
  });
  return guessed
    .sort((a, b) => b.z - a.z || inOrder(a.other, b.other))
    .slice(0, MOST_NEAR)
    .map(({ other }) => ({ slot: other, ...compareTelling(own, tellingOfAgent(other, words, common)) }));
}

/** Returns the skills of two agents that share a telling word, the nearest first, each skill of the first agent once. */
export function alikeSkills(
  own: AgentRecord,
  other: AgentRecord,
  words: AgentWords,
  { sample: { common } }: Comparison,
): AlikeSkills[] {
  const tellingOfSkills = ({ did, isMember, trustScore, tier, skills = [] }: AgentRecord) =>
    skills.slice(0, MOST_SKILLS).map(({ name, ...skill }) => ({
      name,
      telling: tellingOfRecord({ did, isMember, trustScore, tier, name, ...skill }, words, common),
    }));
  const theirs = tellingOfSkills(other);
  const pairs = tellingOfSkills(own).flatMap(({ name: ownSkill, telling }) => {
    const [best] = theirs
      .map(({ name: skill, telling: their }) => ({ ownSkill, skill, ...compareTelling(telling, their) }))
      .filter((pair) => pair.words.length > 0)
      .sort((a, b) => zOf(b) - zOf(a));
    return best ? [best] : [];
  });
  return pairs.sort((a, b) => zOf(b) - zOf(a)).map(({ ownSkill, skill, near }) => ({ ownSkill, skill, near }));
}
