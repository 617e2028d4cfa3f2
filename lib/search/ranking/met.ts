import { type AgentWords, CODE_MASK } from "./agent-words";
import type { How, Term } from "./question";
import { CODE_BITS, fieldOf, isPart, isSaid, WORTH } from "./record";
import type { Field } from "./weights";
import { GENERIC } from "./words";

export interface MetTerm {
  term: string;
  /** The agent's own word, as a stem. */
  word: string;
  /** `exact`: the same stem; `near`: spelled nearly so, or a part of a name; `related`: by meaning; `name`: by what `word` means, a word of its name. */
  how: How | "name";
  field: Field;
}

/**
 * Returns whether an agent says terms only inside longer words, as `lightdash` has `light`, or in its few examples, which are
 * compared as examples, and meets nothing else.
 */
export function isOnlyAside(slot: number, terms: readonly Term[], words: AgentWords): boolean {
  const codes = codesOf(slot, words);
  const met = terms
    .filter(({ isGeneric }) => !isGeneric)
    .flatMap(({ alternatives }) => alternatives.flatMap(({ number }) => codes.get(number) ?? []));
  const isAside = (code: number) =>
    fieldOf(code) === "example" || (isPart(code) && !isSaid(code) && fieldOf(code) !== "told");
  return met.length > 0 && met.every(isAside);
}

function codesOf(slot: number, { termsByAgent }: AgentWords): Map<number, number> {
  const codes = new Map<number, number>();
  for (const entry of termsByAgent.view(slot)) codes.set(entry >>> CODE_BITS, entry & CODE_MASK);
  return codes;
}

/** Returns the word of an agent's name that tells a term. @param own the agent's terms; those of its names come first */
function nameTelling(told: number, own: Iterable<number>, { vocabulary, knowledge }: AgentWords): number {
  for (const number of own) {
    if (!vocabulary.isRow(number) || GENERIC.has(vocabulary.wordOf(number))) continue;
    for (const each of knowledge.toldBy(number)) if (each === told) return number;
  }
  return told;
}

/** Returns what an agent met of the terms, in their order. */
export function metBy(slot: number, terms: readonly Term[], words: AgentWords): MetTerm[] {
  const best = terms.map((): { worth: number; met?: MetTerm } => ({ worth: 0 }));
  const codes = codesOf(slot, words);
  terms.forEach(({ word: asked, alternatives }, place) => {
    for (const { number, alike, how } of alternatives) {
      const code = codes.get(number);
      if (code === undefined) continue;
      const worth = alike * (WORTH[code] ?? 0);
      if (worth <= (best[place]?.worth ?? 0)) continue;
      const field = fieldOf(code);
      const said = how === "exact" && !isSaid(code) ? "near" : how;
      const isTold = field === "told";
      const own = isTold ? nameTelling(number, codes.keys(), words) : number;
      const met = { term: asked, word: words.vocabulary.wordOf(own), how: isTold ? ("name" as const) : said, field };
      best[place] = { worth, met };
    }
  });
  return best.flatMap(({ met }) => (met ? [met] : []));
}
