import { fromBase64, readCheckpoint, readSignature } from "@/lib/ledger/checkpoint";

/** The most lines of a consistency proof (C2SP tlog-witness). */
const MAX_PROOF_LINES = 63;
/** C2SP signed-note asks for at least 16. Each of a trusted key is verified. */
const MAX_SIGNATURES = 32;
const OLD_SIZE = /^old (0|[1-9]\d{0,15})$/;
const HASH = /^[A-Za-z0-9+/]{43}=$/;
/** Returns whether a note has a control character, which only the line feed may be (C2SP signed-note). */
const hasControl = (note: string) => [...note].some((character) => character < " " && character !== "\n");

export type Offer = NonNullable<ReturnType<typeof readOffer>>;

/** Parses the body of add-checkpoint. @returns null if it is malformed */
export function readOffer(body: string) {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(end, 0)).split("\n");
  const [, old] = OLD_SIZE.exec(first) ?? [];
  const note = body.slice(end + 2);
  const checkpoint = readCheckpoint(note);
  const isWhole = old !== undefined && lines.length <= MAX_PROOF_LINES && lines.every((line) => HASH.test(line));
  if (!isWhole || checkpoint === null || hasControl(note) || !Number.isSafeInteger(Number(old))) return null;
  if (checkpoint.signatures.length > MAX_SIGNATURES) return null;
  const signatures = checkpoint.signatures.map((line) => ({ line, signed: readSignature(line) }));
  if (signatures.some(({ signed }) => signed === null)) return null;
  return { ...checkpoint, old: Number(old), proof: lines.map(fromBase64), signatures };
}
