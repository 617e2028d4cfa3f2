import type { VerifierKey } from "@/lib/foundation/verifier-key";
import { concat, sameBytes } from "./bytes";
import { COSIGNATURE, keyIdOf, readSignature, signatureLine, type VerifyEd25519 } from "./checkpoint";
import type { Sha256 } from "./sha256";

const TIME_BYTES = 8;
const encoder = new TextEncoder();

/** Returns what a witness signs (C2SP tlog-cosignature, cosignature/v1). @param text of the checkpoint, without signatures */
const cosignedMessage = (text: string, seconds: number | bigint) =>
  encoder.encode(`cosignature/v1\ntime ${seconds}\n${text}`);

/** A key that cosigns, under the name of its witness. */
export interface Cosigner {
  name: string;
  key: Uint8Array;
  sign: (message: Uint8Array) => Uint8Array;
}

/** Returns the line of a witness's signature on a checkpoint. @param seconds POSIX time at which it holds */
export function cosign(sha256: Sha256, text: string, seconds: number, { name, key, sign }: Cosigner): string {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return signatureLine(
    name,
    keyIdOf(sha256, name, key, COSIGNATURE),
    concat(time, sign(cosignedMessage(text, seconds))),
  );
}

/**
 * Verifies that a line, without its line feed, is a witness's signature on a checkpoint.
 * @returns its time in seconds; null if it is malformed, of another key or wrong
 */
export async function openCosignature(
  line: string,
  text: string,
  { name, raw }: VerifierKey,
  { sha256, verify }: { sha256: Sha256; verify: VerifyEd25519 },
): Promise<number | null> {
  const signed = readSignature(line);
  if (signed?.name !== name || signed.signature.length !== TIME_BYTES + 64) return null;
  if (!sameBytes(signed.id, keyIdOf(sha256, name, raw, COSIGNATURE))) return null;
  const seconds = new DataView(signed.signature.buffer).getBigUint64(0);
  const isValid = await verify(raw, cosignedMessage(text, seconds), signed.signature.slice(TIME_BYTES));
  return isValid && seconds <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seconds) : null;
}
