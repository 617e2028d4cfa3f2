import type { KeySet } from "@/lib/authority/key-set";
import { type Checkpoint, checkpointKeys, openCheckpoint, verifyEd25519 } from "@/lib/ledger/checkpoint";
import { browserSha256 } from "@/lib/ledger/sha256-browser";
import type { Signature } from "./check";

/** Reads a path of the API. After a 429 it waits as long as the response says. */
export async function read(path: string): Promise<Response> {
  for (;;) {
    const response = await fetch(path).catch(() => {
      throw new Error("The service cannot be reached.");
    });
    if (response.status !== 429) {
      if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
      return response;
    }
    const seconds = Number(response.headers.get("retry-after")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** Checks the signature with the published keys of the logs. Browsers hash and verify only on secure pages. */
export async function signatureOn(note: string, { origin }: Checkpoint): Promise<Signature> {
  const { keys } = (await (await read("/.well-known/jwks.json")).json()) as KeySet;
  if (!globalThis.crypto?.subtle) return "unchecked";
  try {
    const expected = { origin, keys: checkpointKeys(keys) };
    const opened = await openCheckpoint(note, expected, { sha256: browserSha256, verify: verifyEd25519 });
    return opened ? "valid" : "invalid";
  } catch {
    // This browser does not support Ed25519.
    return "unchecked";
  }
}
