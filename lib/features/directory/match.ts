import type { MetTerm } from "@/lib/search/ranking/met";
import type { AgentMatch } from "./search-schema";

/**
 * Returns how an agent was found.
 * @param p 1 if the question names the agent
 * @param asked the words of the question that tell something
 */
export function matchOf({ p, met }: { p: number; met: readonly MetTerm[] }, asked: readonly string[]): AgentMatch {
  if (p === 1) return "words";
  const said = met.filter(({ term, how }) => (how === "exact" || how === "near") && asked.includes(term));
  if (said.length < asked.length) return "meaning";
  return said.every(isContained) ? "words" : "typo";
}

/** Returns whether the agent's word is the one of the question, contains it, or is its stem. */
const isContained = ({ term, word, how }: MetTerm) => how === "exact" || word.includes(term) || term.includes(word);
