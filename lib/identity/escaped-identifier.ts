import { createHash } from "node:crypto";

/** Maximum length of an identifier that ends in an escaped one. No DID is longer. */
const MAX_CHARACTERS = 255;

/**
 * Appends an identifier to another as its last segment: did:web, a URN, or `did:ard:…`. Every byte outside
 * `[A-Za-z0-9-]` becomes `_` and two lower-case hex digits. If the result would have more than 255 characters, the
 * segment is the identifier's SHA-256 in hex instead.
 * @param prefix with its final separator; @param identifier usually a DID
 */
export function withEscaped(prefix: string, identifier: string): string {
  const escaped = Array.from(Buffer.from(identifier), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, "0")}`;
  }).join("");
  const whole = `${prefix}${escaped}`;
  if (whole.length <= MAX_CHARACTERS) return whole;
  return `${prefix}${createHash("sha256").update(identifier).digest("hex")}`;
}

/** Decodes a segment of `withEscaped`. @returns null for a segment that it does not write, or a hash */
export function readEscaped(segment: string): string | null {
  if (!/^(?:[A-Za-z0-9-]|_[0-9a-f]{2})+$/.test(segment)) return null;
  const bytes = segment.replaceAll(/_([0-9a-f]{2})/g, (_, digits: string) => `%${digits}`);
  try {
    const identifier = decodeURIComponent(bytes);
    return withEscaped("", identifier) === segment ? identifier : null;
  } catch {
    return null;
  }
}
