import type { Answer } from "@/lib/search/ranking/agent-index";
import { foldWords } from "@/lib/search/ranking/words";
import { REASONS } from "@/lib/search/reasons";
import type { AskedWord, Correction, FoundAgent, MetWord, SearchPage } from "./search-schema";

/** Words of a long question that are shown. The others are folded. */
const MOST_SHOWN = 6;
/** Agents that are shown if none fits. */
export const MOST_CLOSEST = 5;

export type Met = Pick<FoundAgent, "fit" | "p" | "met">;

/** Returns how a question was read, as responses have it. */
export function readingOf({ words, unsaid, corrections }: Answer): {
  words: AskedWord[];
  unsaid: string[];
  corrections: Correction[];
} {
  return {
    words: words.map(({ readAs, how, ...word }) => ({
      ...word,
      ...(readAs === null ? {} : { read_as: readAs }),
      how: how ?? "none",
    })),
    unsaid,
    corrections: corrections.map(({ word, readAs }) => ({ word, read_as: readAs })),
  };
}

/** The words of a question in its order, by how they are shown. */
export interface Telling {
  /** The words that tell most. */
  shown: AskedWord[];
  /** The other words that tell something. */
  folded: AskedWord[];
  /** Words that suit almost every agent. */
  generic: AskedWord[];
}

export function tellingOf(words: readonly AskedWord[]): Telling {
  const telling = words.filter((word) => word.telling > 0);
  const most = new Set(telling.toSorted((a, b) => b.telling - a.telling).slice(0, MOST_SHOWN));
  return {
    shown: telling.filter((word) => most.has(word)),
    folded: telling.filter((word) => !most.has(word)),
    generic: words.filter((word) => word.telling === 0),
  };
}

/** Says how agents say a word of the question: how many, and by what. */
export function saidText({ word, read_as, how, agents }: AskedWord): [count: string, by: string] {
  const count = `${agents.toLocaleString("en")} ${agents === 1 ? "record" : "records"}`;
  if (how === "none") return [count, "nobody here says this"];
  if (read_as !== undefined) return [count, `you wrote “${word}”`];
  if (how === "related") return [count, "only related words"];
  return [count, how === "near" ? "in another spelling" : agents === 1 ? "has this" : "have this"];
}

/** Says how an agent's word meets one of the question. @param asked that one, or the word that was read in its place */
function howText({ term, word, how, field }: MetWord, asked: string): string {
  if (how === "related" || how === "name") return "related";
  if (field === "name") return "in its name";
  if (field === "provider") return "in its provider’s name";
  if (how === "near" && asked === term) return "part of a word";
  return foldWords(word) === asked ? "" : "form of the word";
}

/** A word that an agent meets, as it is shown. */
export interface ShownMet {
  term: string;
  /** The agent's word, if it differs. */
  word?: string;
  how: string;
}

/** What an agent meets of a question, and what not. */
export interface Explained {
  /** Whether the text names the agent, so its words do not count. */
  isNamed: boolean;
  met: ShownMet[];
  /** The words that it does not meet. */
  missing: string[];
  /** How many words it meets. Empty if the question has only one, and the agent meets it. */
  share: string;
}

function shareText(met: number, asked: number): string {
  if (met === 0) return "None of the words, but similar ones";
  return asked === 1 ? "" : `${met} of ${asked} words`;
}

/** Explains why an agent was found. Only the words that tell most are named. */
export function explainMet({ p, met }: Met, words: readonly AskedWord[]): Explained {
  const { shown, folded } = tellingOf(words);
  const metBy = new Map(met.map((each) => [each.term, each]));
  const asked = [...shown, ...folded];
  const count = asked.filter(({ word }) => metBy.has(word)).length;
  return {
    isNamed: p === 1,
    met: shown.flatMap(({ word, read_as: term = word }) => {
      const one = metBy.get(word);
      if (!one) return [];
      const isSame = foldWords(one.word) === term;
      return [{ term, ...(isSame ? {} : { word: one.word }), how: howText(one, term) }];
    }),
    missing: shown.filter(({ word }) => !metBy.has(word)).map(({ word, read_as }) => read_as ?? word),
    share: shareText(count, asked.length),
  };
}

/** Returns the words of a question that agents say, but none of these. Empty if these say nothing of it. */
export function leftOver(agents: readonly Met[], words: readonly AskedWord[]): string[] {
  const met = new Set(agents.flatMap((agent) => agent.met.map(({ term }) => term)));
  const { shown } = tellingOf(words);
  const left = shown.filter(({ word, how }) => how !== "none" && !met.has(word));
  return left.length < shown.length ? left.map(({ word, read_as }) => read_as ?? word) : [];
}

/** Returns whether a question has an agent that fits. Several that it names fit, too. */
export const isPicked = ({ reason }: Pick<SearchPage, "reason">): boolean => reason === "named" || reason === "fits";

export function nothingText({ reason, unsaid }: Pick<SearchPage, "reason" | "unsaid">): string {
  if (unsaid.length === 0) return REASONS[reason];
  const why = `No agent says ${unsaid.map((word) => `“${word}”`).join(" or ")}, or anything like it.`;
  return reason === "none fits" ? `${REASONS[reason]} ${why}` : why;
}
