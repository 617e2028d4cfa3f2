import anyAscii from "any-ascii";
import { trimBothEndsOf } from "@/lib/foundation/text/trim";
import { isDid, MAX_DID_CHARACTERS } from "@/lib/identity/did-syntax";

/** The faults of a text that should be a DID, and a suggestion. */
export interface DidAdvice {
  problem: string;
  /** The text in parts. The marked parts are not allowed in their place. */
  pieces: { text: string; bad: boolean }[];
  /** A similar valid DID. */
  suggestion: string | null;
}

/** The name is the fourth part, and may itself contain colons. */
const NAME_PART = 3;
const TOKEN_CHARACTER = /^[a-z0-9_-]$/;
const NAME_CHARACTER = /^(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})$/;

/** Returns advice on a trimmed text that should be a DID, or null if it is a DID. */
export function adviseOnDid(text: string): DidAdvice | null {
  if (isDid(text)) return null;
  const pieces = markedPieces(text);
  return { problem: problemOf(text, pieces), pieces, suggestion: suggestionFor(text) };
}

function problemOf(text: string, pieces: DidAdvice["pieces"]): string {
  if (text === "") return "Enter the DID.";
  if (text.length > MAX_DID_CHARACTERS) {
    return `A DID has at most ${MAX_DID_CHARACTERS} characters. This one has ${text.length}.`;
  }
  if (pieces.some(({ bad }) => bad)) return "Remove the marked characters.";
  const [first, method = "", zone = "", name] = text.split(":");
  if (first !== "did") return "A DID must begin with “did:”.";
  if (name === undefined) return "A DID must have four parts: did:method:zone:name.";
  if (!/^[a-z0-9]/.test(method)) return "The method must begin with a letter or a digit.";
  if (!/^[a-z0-9]/.test(zone)) return "The zone must begin with a letter or a digit.";
  return "The name must not end with a colon.";
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

/**
 * Returns a text as a name: other letters are written with Latin ones, and characters that are not allowed become single
 * dashes, with none at either end.
 */
export function slug(text: string): string {
  return trimBothEndsOf(anyAscii(text).replace(/[^A-Za-z0-9._-]+/g, "-"), "-_.");
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

/**
 * Returns whether the operator must type the organisation's name to approve, because a key acts for the agents that
 * exist already.
 */
export function needsName({ agents, working_tokens }: { agents: number | null; working_tokens: number }): boolean {
  return agents !== null && agents + working_tokens > 0;
}
