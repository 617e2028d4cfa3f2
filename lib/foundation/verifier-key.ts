import { createHash } from "node:crypto";

/** The algorithm numbers of Ed25519 keys: those of logs, and of their witnesses (C2SP signed-note, tlog-cosignature). */
export const ALGORITHMS = { log: 1, witness: 4 } as const;

/** A public key in the form of C2SP signed-note: `name+id+key`. */
export interface VerifierKey {
  text: string;
  name: string;
  /** 32 bytes. */
  raw: Uint8Array<ArrayBuffer>;
}

const VERIFIER_KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/;

/** Parses a verifier key of Ed25519. @returns null if it is malformed, of another kind, or its id is not that of its key */
export function parseVerifierKey(text: string, of: keyof typeof ALGORITHMS): VerifierKey | null {
  const [, name = "", id, encoded = ""] = VERIFIER_KEY.exec(text) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length !== 33 || bytes[0] !== ALGORITHMS[of]) return null;
  const hash = createHash("sha256").update(`${name}\n`).update(bytes).digest();
  return hash.toString("hex", 0, 4) === id ? { text, name, raw: new Uint8Array(bytes.subarray(1)) } : null;
}
