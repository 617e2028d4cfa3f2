import { describedSkills } from "@/lib/features/agents/rules";
import type { Agent } from "@/lib/features/agents/schema";
import { boundaryBefore, cut } from "@/lib/foundation/text/cut";
import { isUnspaced, spaced, stemOf, wordsOf } from "@/lib/search/ranking/words";
import type { Highlight, HighlightField, Part } from "./search-schema";

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** A letter with its marks. */
const CHARACTER = /\P{M}\p{M}*/gu;
/** Maximum length of the shown passage of a field, and of the part before the first match. */
const PIECE_CHARACTERS = 180;
const LEAD_CHARACTERS = 50;
const MAX_HIGHLIGHTS = 3;
/** Maximum number of an agent's texts that are read. */
const MAX_READ_CHARACTERS = 12_000;

/** A marked place, and the word that is met there. */
type Range = readonly [start: number, end: number, word: string];
export interface Passage {
  field: HighlightField;
  text: string;
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) yield* textsIn(each);
}

function* everyPassage(agent: Agent): Generator<Passage> {
  yield { field: "name", text: agent.name };
  yield { field: "did", text: agent.did };
  yield { field: "description", text: agent.description };
  yield { field: "role", text: agent.role };
  for (const { name, description, examples } of describedSkills(agent)) {
    for (const text of [name, description, ...examples]) yield { field: "skill", text };
  }
  for (const text of agent.capabilities) yield { field: "skill", text };
  yield { field: "tag", text: agent.tags.join(", ") };
  yield { field: "provider", text: agent.provider };
  for (const text of textsIn(agent.capability_manifest)) yield { field: "manifest", text };
}

/** Returns the texts by which an agent can be found, without duplicates and limited in number. */
export function passagesOf(agent: Agent): Passage[] {
  const seen = new Set<string>();
  const passages: Passage[] = [];
  let read = 0;
  for (const { field, text } of everyPassage(agent)) {
    if (text === "" || seen.has(text)) continue;
    seen.add(text);
    passages.push({ field, text: cut(text, MAX_READ_CHARACTERS - read) });
    read += text.length;
    if (read >= MAX_READ_CHARACTERS) break;
  }
  return passages;
}

/** Words that are kept, because texts repeat them, and the length of the longest. */
const MAX_KEPT = 20_000;
const MAX_KEPT_CHARACTERS = 40;
const kept = new Map<string, readonly string[]>();

/** Returns a word as it is compared, its parts where it joins words, and the stems of these. */
function formsOf(run: string): readonly string[] {
  const known = kept.get(run);
  if (known) return known;
  const words = new Set(wordsOf(`${run} ${spaced(run)}`));
  const forms = [...words].flatMap((word) => [word, stemOf(word)]);
  if (kept.size >= MAX_KEPT) kept.clear();
  if (run.length <= MAX_KEPT_CHARACTERS) kept.set(run, forms);
  return forms;
}

/** Returns the places in a run of letters that are compared: all of it, or pairs if its script has no spaces. */
function* placesIn(run: string): Generator<[from: number, to: number]> {
  if (!isUnspaced(run)) return yield [0, run.length];
  let before: number | undefined;
  for (const { 0: character, index } of run.matchAll(CHARACTER)) {
    if (before !== undefined) yield [before, index + character.length];
    before = index;
  }
}

/** Returns the place of the whole text in an identifier. */
function wholeIn({ field, text }: Passage, asked: string): Range[] {
  if (asked === "" || (field !== "name" && field !== "did")) return [];
  // A letter whose lower-case form has another length would shift the positions.
  const lower = text.toLowerCase();
  const at = lower.length === text.length ? lower.indexOf(asked.toLowerCase()) : -1;
  return at < 0 ? [] : [[at, at + asked.length, asked]];
}

/** Returns the ranges of the words that are met. */
function rangesIn({ text }: Passage, stems: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(WORD)) {
    for (const [from, to] of placesIn(run)) {
      const stem = formsOf(run.slice(from, to)).find((each) => stems.has(each));
      if (stem === undefined) continue;
      ranges.push([Math.max(index + from, end), index + to, stem]);
      end = index + to;
    }
  }
  return ranges;
}

/** Returns the start of the range that has the most others close behind it. */
function densestStart(ranges: readonly Range[]): number {
  let [start, most, end] = [ranges[0]?.[0] ?? 0, 0, 0];
  for (const [at, [from]] of ranges.entries()) {
    while ((ranges[end]?.[1] ?? Number.POSITIVE_INFINITY) <= from + PIECE_CHARACTERS - LEAD_CHARACTERS) end += 1;
    if (end - at > most) [start, most] = [from, end - at];
  }
  return start;
}

/** Returns the passage of the text with the most matches, starting at the beginning of a word. */
function pieceOf(text: string, ranges: readonly Range[]): [start: number, end: number] {
  if (text.length <= PIECE_CHARACTERS) return [0, text.length];
  const first = densestStart(ranges);
  const earliest = Math.max(0, first - LEAD_CHARACTERS);
  const space = text.slice(earliest, first).search(/\s\S/);
  const start = earliest === 0 ? 0 : space >= 0 ? earliest + space + 1 : boundaryBefore(text, earliest);
  return [start, boundaryBefore(text, start + PIECE_CHARACTERS)];
}

/** Returns a passage as parts. `…` marks where it is cut. */
function partsOf(text: string, ranges: readonly Range[]): Part[] {
  const [start, end] = pieceOf(text, ranges);
  const parts: Part[] = start > 0 ? [{ text: "…", match: false }] : [];
  const add = (from: number, to: number, match: boolean) => {
    if (from < to) parts.push({ text: text.slice(from, to), match });
  };
  let at = start;
  for (const [from, to] of ranges.filter((range) => range[0] >= start && range[1] <= end)) {
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, end, false);
  if (end < text.length) parts.push({ text: "…", match: false });
  return parts;
}

/**
 * Returns passages of an agent's texts in which words with the stems occur. Each passage adds a word that earlier ones do
 * not contain, and the first contains the most.
 * @param asked the whole search text
 */
export function highlightsOf(passages: readonly Passage[], stems: ReadonlySet<string>, asked: string): Highlight[] {
  let places = passages.flatMap((passage) => {
    const whole = wholeIn(passage, asked);
    const ranges = whole.length > 0 ? whole : rangesIn(passage, stems);
    return ranges.length > 0 ? [{ ...passage, ranges, found: new Set(ranges.map(([, , word]) => word)) }] : [];
  });
  const highlights: Highlight[] = [];
  while (places.length > 0 && highlights.length < MAX_HIGHLIGHTS) {
    const best = places.reduce((most, place) => (place.found.size > most.found.size ? place : most));
    highlights.push({ field: best.field, parts: partsOf(best.text, best.ranges) });
    places = places
      .map((place) => ({ ...place, found: new Set([...place.found].filter((word) => !best.found.has(word))) }))
      .filter(({ found }) => found.size > 0);
  }
  return highlights;
}

export const stemsOf = (met: readonly { word: string }[]): ReadonlySet<string> =>
  new Set(met.flatMap(({ word }) => [word, stemOf(word)]));

/** Returns met words as the agent's texts spell them. A word that a name only implies, or contains, stays a stem. */
export function spellMet<Met extends { word: string }>(met: readonly Met[], passages: readonly Passage[]): Met[] {
  const stems = stemsOf(met);
  const spelled = new Map<string, string>();
  for (const passage of passages) {
    for (const [start, end, stem] of rangesIn(passage, stems)) {
      if (!spelled.has(stem)) spelled.set(stem, passage.text.slice(start, end));
    }
  }
  return met.map((each) => ({ ...each, word: spelled.get(each.word) ?? spelled.get(stemOf(each.word)) ?? each.word }));
}
