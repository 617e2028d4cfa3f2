/** Node's Buffer if there is one. This spelling keeps bundlers from adding a Buffer to a browser's script. */
const NodeBuffer = (globalThis as { Buffer?: typeof Buffer }).Buffer;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Returns the lower-case hex of bytes. */
export function toHex(bytes: Uint8Array): string {
  if (NodeBuffer) return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

const DIGITS = new Int8Array(128).fill(-1);
for (const [value, digit] of [..."0123456789abcdef"].entries()) DIGITS[digit.charCodeAt(0)] = value;

/** Returns the bytes of a hex string. @throws Error for anything but lower-case hex */
export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  let seen = hex.length & 1 ? -1 : 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const high = DIGITS[hex.charCodeAt(at * 2)] ?? -1;
    const low = DIGITS[hex.charCodeAt(at * 2 + 1)] ?? -1;
    seen |= high | low;
    bytes[at] = (high << 4) | low;
  }
  if (seen < 0) throw new Error("not lower-case hex");
  return bytes;
}

/** Concatenates byte strings. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns whether two byte strings are equal. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
