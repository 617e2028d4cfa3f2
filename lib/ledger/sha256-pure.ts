import type { Sha256 } from "./sha256";

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const K = new Uint32Array(64);
/** The same of the square roots of the first 8 (5.3.3). */
const INITIAL = new Uint32Array(8);
for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let isPrime = true;
  for (let factor = 2; factor * factor <= candidate; factor += 1) if (candidate % factor === 0) isPrime = false;
  if (!isPrime) continue;
  if (found < 8) INITIAL[found] = (Math.sqrt(candidate) % 1) * 2 ** 32;
  K[found] = (Math.cbrt(candidate) % 1) * 2 ** 32;
  found += 1;
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** One block into the state (FIPS 180-4, 6.2.2). */
function compress(state: Uint32Array, schedule: Uint32Array, block: DataView, at: number): void {
  const w = (t: number) => schedule[t] as number;
  for (let t = 0; t < 16; t += 1) schedule[t] = block.getUint32(at + t * 4);
  for (let t = 16; t < 64; t += 1) {
    const [early, late] = [w(t - 15), w(t - 2)];
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[t] = w(t - 16) + s0 + w(t - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (K[t] as number) + w(t)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + word;
}

/**
 * SHA-256 without anything below it, for a browser: its own digests come one promise at a time, and a tree needs millions
 * of small ones. Held against Node's by a test.
 */
export const pureSha256: Sha256 = (bytes) => {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = INITIAL.slice();
  const schedule = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) compress(state, schedule, view, at);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [index, word] of state.entries()) out.setUint32(index * 4, word);
  return digest;
};
