import { cut } from "@/lib/foundation/text/cut";
import type { Knowledge } from "./knowledge";
import type { Vocabulary } from "./vocabulary";
import { FIELDS, type Field, fields } from "./weights";
import { foldWords, GENERIC, isContent, spaced, stemOf, wordsOf } from "./words";

interface Described {
  name: string;
  description?: string;
}

/** What the index reads of an agent. */
export interface AgentRecord {
  did: string;
  name: string;
  /** An organisation, in words or in reverse DNS. */
  provider?: string;
  description?: string;
  tags?: readonly string[];
  skills?: readonly (Described & { tags?: readonly string[]; examples?: readonly string[] })[];
  capabilities?: readonly string[];
  tools?: readonly Described[];
  homepage?: string;
  repository?: string;
  /** The hosts that only this agent, or its provider, has. */
  hosts?: readonly string[];
  /** Whether it is a member. A listed record is not. */
  isMember: boolean;
  trustScore: number;
  tier: string;
  /** Whether it answers the checks that its owner chose: 1 if so, -1 if not, 0 or absent if nothing is known. */
  answering?: -1 | 0 | 1;
}

/** So many examples show what an agent does as well as its words, and are compared only as examples. */
export const MANY_EXAMPLES = 5;

/** Returns the number of examples of an agent, which `lib/search/examples/` compares. */
export const countExamples = ({ skills = [] }: AgentRecord): number =>
  skills.reduce((sum, { examples = [] }) => sum + examples.length, 0);

/** Terms of one agent. Those of the first fields count, so a long list of tools cannot push out a description. */
const MOST_TERMS = 500;
/** Maximum characters of a piece of text without a space. */
const MAX_PIECE = 200;
const KEPT_PIECES = 8_000;
/** Minimum letters of a word that may be a compound, and of its parts. */
const COMPOUND_LETTERS = 7;
const PART_LETTERS = 3;
/** Minimum number of summaries that contain both parts of a compound. */
const PART_COUNT = 100;

const ADDRESS = /https?:\/\/\S+/g;

/**
 * How an agent says a term, as a whole number below CODES: the field, whether it is a part of a compound, and whether any field
 * has it as a whole word.
 */
const PART = 2;
const SAID = 1;
const FIELD_STEP = 4;
export const CODE_BITS = 6;

export const fieldOf = (code: number): Field => FIELDS[code >> 2] ?? "told";
export const isSaid = (code: number): boolean => (code & SAID) !== 0;
export const isPart = (code: number): boolean => (code & PART) !== 0;

/** How much a word counts, by its code: from 0 to 1. */
export const WORTH: Float32Array = Float32Array.from({ length: FIELDS.length * FIELD_STEP }, (_, code) => {
  return fields[fieldOf(code)] * (isPart(code) ? fields.part : 1);
});

interface Piece {
  term: string;
  /** The word as it is written, folded. */
  word: string;
  isPart: boolean;
}

/** Reads records into terms. */
export class RecordReader {
  private readonly knowledge: Knowledge;
  private readonly vocabulary: Vocabulary;
  private readonly pieces = new Map<string, readonly Piece[]>();

  constructor(knowledge: Knowledge, vocabulary: Vocabulary) {
    this.knowledge = knowledge;
    this.vocabulary = vocabulary;
  }

  /** Returns the terms of a record, each with the code of where it counts most. */
  termsOf(record: AgentRecord): Map<string, number> {
    const terms = new Map<string, number>();
    const named = new Set<string>();
    for (const [field, { term, isPart }] of this.piecesIn(record)) {
      if (field === "name" || field === "provider") named.add(term);
      note(terms, term, codeOf(field, isPart));
    }
    for (const name of named) {
      const row = this.knowledge.rowOf(name);
      if (row === undefined || GENERIC.has(name)) continue;
      for (const told of this.knowledge.toldBy(row)) {
        const stem = this.knowledge.stems[told] ?? "";
        if (!terms.has(stem)) terms.set(stem, codeOf("told", true));
      }
    }
    return terms;
  }

  /** Returns the words of a record as it writes them, by their term. */
  spellingsOf(record: AgentRecord): Map<string, string> {
    const spellings = new Map<string, string>();
    for (const [, { term, word }] of this.piecesIn(record)) if (!spellings.has(term)) spellings.set(term, word);
    return spellings;
  }

  private *piecesIn(record: AgentRecord): Generator<[Field, Piece]> {
    for (const [field, text] of textsOf(record)) {
      for (const piece of text.split(/[\s/]+/)) {
        for (const each of this.piecesOf(cut(piece, MAX_PIECE))) yield [field, each];
      }
    }
  }

  /** Returns the words in a text without spaces, whole and in parts. */
  private piecesOf(text: string): readonly Piece[] {
    const known = this.pieces.get(text);
    if (known) return known;
    const found: Piece[] = [];
    for (const word of new Set([...wordsOf(text), ...wordsOf(spaced(text))])) {
      const add = (said: string, isPart: boolean) => {
        if (isContent(said)) found.push({ term: this.vocabulary.termOf(said), word: said, isPart });
      };
      const bare = bareOf(word);
      for (const whole of [word, ...bare]) add(whole, false);
      for (const whole of bare.length > 0 ? bare : [word]) for (const part of this.partsOf(whole)) add(part, true);
    }
    if (this.pieces.size >= KEPT_PIECES) this.pieces.clear();
    this.pieces.set(text, found);
    return found;
  }

  /** Returns the words inside a compound: `open` and `weather` of `openweather`. */
  private partsOf(word: string): string[] {
    if (word.length < COMPOUND_LETTERS || this.knowledge.isSpelled(word)) return [];
    const countOf = (part: string) => this.knowledge.countOf(stemOf(part));
    let most = Math.max(PART_COUNT, countOf(word));
    let parts: string[] = [];
    for (let at = PART_LETTERS; at <= word.length - PART_LETTERS; at += 1) {
      const split = [word.slice(0, at), word.slice(at)];
      const rarer = Math.min(...split.map(countOf));
      if (rarer <= most) continue;
      most = rarer;
      parts = split;
    }
    return parts;
  }
}

/** Returns the words of a name that calls itself a server: `ynab` of `ynabmcpserver`. None of another word. */
function bareOf(word: string): string[] {
  const rest = word.replace(/mcp|server$/g, " ").trim();
  return rest === word ? [] : rest.split(/\s+/).filter((part) => part.length >= PART_LETTERS);
}

const codeOf = (field: Field, isPart: boolean) => FIELDS.indexOf(field) * FIELD_STEP + (isPart ? PART : SAID);

/** Keeps the code that counts most, and whether any field says the term as a word. */
function note(terms: Map<string, number>, term: string, code: number): void {
  const known = terms.get(term);
  if (known === undefined) {
    if (terms.size < MOST_TERMS) terms.set(term, code);
    return;
  }
  const [better, other] = (WORTH[code] ?? 0) > (WORTH[known] ?? 0) ? [code, known] : [known, code];
  terms.set(term, better | (other & SAID));
}

/** The texts of a record by the field, those that count most first. */
function* textsOf(record: AgentRecord): Generator<[Field, string]> {
  const { skills = [], tools = [], tags = [], capabilities = [] } = record;
  yield ["name", record.name];
  yield ["name", pathOf(record.repository).split("/").at(-1) ?? ""];
  yield ["provider", accountOf(record.provider)];
  for (const tag of tags) yield ["tag", tag];
  for (const skill of skills) yield ["skill", skill.name];
  for (const { tags: skillTags = [] } of skills) for (const tag of skillTags) yield ["tag", tag];
  yield ["description", (record.description ?? "").replace(ADDRESS, " ")];
  for (const capability of capabilities) yield ["capability", capability];
  for (const tool of tools) yield ["tool", tool.name];
  for (const { description = "" } of skills) yield ["skill text", description.replace(ADDRESS, " ")];
  for (const { description = "" } of tools) yield ["tool text", description.replace(ADDRESS, " ")];
  if (countExamples(record) >= MANY_EXAMPLES) return;
  for (const { examples = [] } of skills) for (const example of examples) yield ["example", example];
}

/** Returns an address without its scheme and its last slash. */
const pathOf = (address = "") => address.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** Returns a provider without the beginning of its reverse DNS: `io.github.acme` is `acme`. */
const accountOf = (provider = "") =>
  /^[^\s.]+\.[^\s.]+\./.test(provider) ? provider.split(".").slice(2).join(".") : provider;

/** Returns all that a record is called beside its DID, folded. */
export function namesOf(record: AgentRecord): Set<string> {
  const { did, name, provider = "", hosts = [] } = record;
  const names = [did.split(":").at(-1) ?? "", name, provider, accountOf(provider)];
  const places = [pathOf(record.repository), pathOf(record.homepage), ...hosts];
  return new Set([...names, ...places].map(foldWords).filter((each) => each !== ""));
}
