import { isDid, MAX_DID_CHARACTERS } from "@/lib/text/did-syntax";
import type { ApplicationBackground } from "./schema";

/** What is wrong with a text that should be a DID, and what might be meant. */
export interface DidAdvice {
  problem: string;
  /** The text in pieces; those are bad that no DID has in their place. */
  pieces: { text: string; bad: boolean }[];
  /** A DID close to it. */
  suggestion: string | null;
}

/** The name is the fourth part, and may itself have colons. */
const NAME_PART = 3;
const TOKEN_CHARACTER = /^[a-z0-9_-]$/;
const NAME_CHARACTER = /^(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})$/;
/** Letters that no decomposition (NFKD) makes plain. */
const PLAIN: Record<string, string> = {
  ł: "l",
  Ł: "L",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** Advice on a text, trimmed, that should be a DID; null where it is one. */
export function adviseOnDid(text: string): DidAdvice | null {
  if (isDid(text)) return null;
  const pieces = markedPieces(text);
  return { problem: problemOf(text, pieces), pieces, suggestion: suggestionFor(text) };
}

function problemOf(text: string, pieces: DidAdvice["pieces"]): string {
  if (text === "") return "Give the DID.";
  if (text.length > MAX_DID_CHARACTERS) {
    return `A DID has at most ${MAX_DID_CHARACTERS} characters; this one has ${text.length}.`;
  }
  if (pieces.some(({ bad }) => bad)) return "Take out the marked characters.";
  const [first, method = "", zone = "", name] = text.split(":");
  if (first !== "did") return "A DID begins with “did:”.";
  if (name === undefined) return "A DID has four parts: did:method:zone:name.";
  if (!/^[a-z0-9]/.test(method)) return "The method begins with a letter or a digit.";
  if (!/^[a-z0-9]/.test(zone)) return "The zone begins with a letter or a digit.";
  return "The name does not end with a colon.";
}

function markedPieces(text: string): DidAdvice["pieces"] {
  const pieces: DidAdvice["pieces"] = [];
  let part = 0;
  for (const [character] of text.matchAll(/%[0-9A-Fa-f]{2}|./gsu)) {
    const allowed = part < NAME_PART ? TOKEN_CHARACTER : NAME_CHARACTER;
    const bad = character !== ":" && !allowed.test(character);
    if (character === ":") part += 1;
    const last = pieces.at(-1);
    if (last && !bad && !last.bad) last.text += character;
    else pieces.push({ text: character, bad });
  }
  return pieces;
}

/** Latin letters without their marks, all others as they were. */
function plainLetters(text: string): string {
  return text
    .replace(/[łŁøØđĐßæœı]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
}

/** What is left of a text in a name: runs of what may not stand there become one dash, and none at either end. */
export function slug(text: string): string {
  return plainLetters(text)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[-_.]+|[-_.]+$/g, "");
}

function suggestionFor(text: string): string | null {
  const parts = text.split(":").map(slug);
  const given = parts[0]?.toLowerCase() === "did" ? parts.slice(1) : parts;
  const name = given.slice(given.length >= NAME_PART ? 2 : -1).join(":");
  const method = given.length >= 2 ? given[0] : "";
  const zone = given.length >= NAME_PART ? given[1] : "";
  const token = (part = "") => part.toLowerCase().replaceAll(".", "-");
  const suggestion = `did:${token(method) || "fed"}:${token(zone) || "default"}:${name}`;
  return isDid(suggestion) ? suggestion : null;
}

/** Whether the operator types the organisation's name to approve: a key acts for the agents that are there already. */
export function needsName({
  agents,
  working_tokens,
}: Pick<ApplicationBackground, "agents" | "working_tokens">): boolean {
  return agents !== null && agents + working_tokens > 0;
}
