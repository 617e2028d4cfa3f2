import { ownValue } from "@/lib/foundation/own-values";
import { concat, sameBytes, toHex } from "./bytes";
import type { Sha256 } from "./sha256";

/** A log's statement about itself (C2SP tlog-checkpoint): its number of leaves and its root. */
export interface Checkpoint {
  origin: string;
  size: number;
  root: Uint8Array;
}

/** Returns whether this Ed25519 key, 32 bytes, signed the message. */
export type VerifyEd25519 = (
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

/** The algorithms of keys (C2SP signed-note, tlog-cosignature): Ed25519 of logs, and Ed25519 of their witnesses. */
export const ED25519 = 1;
export const COSIGNATURE = 4;
const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;
const encoder = new TextEncoder();

export const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Returns the text that is signed: origin, size and root, one line each. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/**
 * Returns the four bytes that identify a key of a name: the first bytes of SHA-256 of name, line feed, algorithm and
 * key.
 */
export function keyIdOf(sha256: Sha256, name: string, key: Uint8Array, algorithm = ED25519): Uint8Array {
  return sha256(concat(encoder.encode(`${name}\n`), Uint8Array.of(algorithm), key)).slice(0, 4);
}

/** Returns a key in the form that tools for signed notes take (C2SP signed-note, verifier keys): `name+id+key`. */
export function verifierKeyOf(sha256: Sha256, name: string, key: Uint8Array, algorithm = ED25519): string {
  const id = toHex(keyIdOf(sha256, name, key, algorithm));
  return `${name}+${id}+${toBase64(concat(Uint8Array.of(algorithm), key))}`;
}

/** Returns the line of a signature in a note. */
export function signatureLine(name: string, id: Uint8Array, signature: Uint8Array): string {
  return `— ${name} ${toBase64(concat(id, signature))}\n`;
}

/**
 * Parses the line of a signature, without its line feed. @returns null if it is malformed: also if the base64 has other
 * spare bits than zeros, because some programs refuse the whole note for it
 */
export function readSignature(line: string) {
  const [, name, encoded = ""] = SIGNATURE_LINE.exec(line) ?? [];
  if (name === undefined || encoded.length % 4 !== 0) return null;
  const bytes = fromBase64(encoded);
  if (toBase64(bytes) !== encoded) return null;
  return { name, id: bytes.subarray(0, 4), signature: bytes.slice(4) };
}

/** Returns a checkpoint as a signed note (C2SP signed-note), with a line of each signer. The keys' name is the origin. */
export function signCheckpoint(
  sha256: Sha256,
  checkpoint: Checkpoint,
  signers: readonly { key: Uint8Array; sign: (message: Uint8Array) => Uint8Array }[],
): string {
  const text = checkpointText(checkpoint);
  const lines = signers.map(({ key, sign }) => {
    return signatureLine(checkpoint.origin, keyIdOf(sha256, checkpoint.origin, key), sign(encoder.encode(text)));
  });
  return `${text}\n${lines.join("")}`;
}

/** Parses a checkpoint without checking its signatures. @returns null if it is malformed */
export function readCheckpoint(note: string): (Checkpoint & { text: string; signatures: string[] }) | null {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) return null;
  const text = note.slice(0, end + 1);
  const [origin = "", size = "", root = ""] = text.split("\n");
  if (origin === "" || !SIZE.test(size) || !Number.isSafeInteger(Number(size))) return null;
  try {
    const rootBytes = fromBase64(root);
    if (rootBytes.length !== 32 || toBase64(rootBytes) !== root) return null;
    const signatures = note.slice(end + 2, -1).split("\n");
    return { origin, size: Number(size), root: rootBytes, text, signatures };
  } catch {
    return null;
  }
}

/** A key that may sign checkpoints. */
export interface CheckpointKey {
  /** 32 bytes. */
  raw: Uint8Array<ArrayBuffer>;
  /** Of a retired key: by origin line, the size of the largest checkpoint that it may sign. */
  lastSize?: Readonly<Record<string, number>> | undefined;
}

/** Returns the keys that may sign a checkpoint, from those at /.well-known/jwks.json: only keys of the logs. */
export function checkpointKeys(
  keys: readonly { x: string; purposes: readonly string[]; last_size?: Record<string, number> | undefined }[],
): CheckpointKey[] {
  return keys
    .filter(({ purposes }) => purposes.includes("log"))
    .map(({ x, last_size: lastSize }) => ({
      raw: fromBase64(x.replaceAll("-", "+").replaceAll("_", "/")),
      lastSize,
    }));
}

/** Returns whether a key was in use when a log had this size. A retired one proves nothing later, because it may be stolen. */
const maySign = ({ lastSize }: CheckpointKey, { origin, size }: Checkpoint) =>
  lastSize === undefined || size <= (ownValue(lastSize, origin) ?? -1);

/**
 * Verifies that one of these keys signed a checkpoint in the name of its origin.
 * @param keys those of `checkpointKeys`
 * @returns null if it is malformed, of another log, or signed by none of the keys; a retired key counts only up to its
 * last size
 */
export async function openCheckpoint(
  note: string,
  expected: { origin: string; keys: readonly CheckpointKey[] },
  { sha256, verify }: { sha256: Sha256; verify: VerifyEd25519 },
): Promise<Checkpoint | null> {
  const read = readCheckpoint(note);
  if (read?.origin !== expected.origin) return null;
  const keys = expected.keys.filter((key) => maySign(key, read));
  for (const line of read.signatures) {
    const signed = readSignature(line);
    if (signed?.name !== expected.origin) continue;
    for (const { raw } of keys) {
      if (!sameBytes(signed.id, keyIdOf(sha256, signed.name, raw))) continue;
      if (await verify(raw, encoder.encode(read.text), signed.signature)) return read;
    }
  }
  return null;
}

/** Verifies Ed25519 with WebCrypto, which Node and browsers both have. */
export const verifyEd25519: VerifyEd25519 = async (key, message, signature) => {
  const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", imported, signature, message);
};
