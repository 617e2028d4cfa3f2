import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Database } from "@/lib/db/open";
import { settings } from "@/lib/env";
import { type Checkpoint, openCheckpoint, signCheckpoint } from "@/lib/ledger/checkpoint";
import type { Head } from "@/lib/ledger/head";
import { TreeEdge } from "@/lib/ledger/merkle";
import { sha256 } from "@/lib/ledger/sha256";
import { signingKey } from "@/lib/trust/service/keys";

/** Signs what logs state of themselves. */
export interface Signer {
  private: KeyObject;
  /** The public key's 32 bytes. */
  raw: Uint8Array<ArrayBuffer>;
}

/**
 * Signs once and opens what was signed, as a stranger would, before anybody gets anything signed with this key.
 * @throws Error where it does not open
 */
async function tryOut(signer: Signer, publicKey: KeyObject): Promise<void> {
  const origin = "try-out";
  const { note } = stateCheckpoint({ origin, edge: new TreeEdge(sha256) }, signer);
  const opened = await openCheckpoint(
    note,
    { origin, keys: [signer.raw] },
    { sha256, verify: (_, message, signature) => verify(null, message, publicKey, signature) },
  );
  if (!opened) throw new Error("what the signing key signs does not verify");
}

const signers = new WeakMap<KeyObject, Signer>();

/** The service's key, as checkpoints are signed with it. Asks the database at a process's first call: not in a transaction. */
export async function checkpointSigner(db: Database): Promise<Signer> {
  const { key } = await signingKey(db, settings().SIGNING_KEY);
  let signer = signers.get(key);
  if (!signer) {
    const publicKey = createPublicKey(key);
    const { x = "" } = publicKey.export({ format: "jwk" });
    signer = { private: key, raw: new Uint8Array(Buffer.from(x, "base64url")) };
    await tryOut(signer, publicKey);
    signers.set(key, signer);
  }
  return signer;
}

/** A log's checkpoint, signed. */
export function stateCheckpoint(
  head: Pick<Head, "origin" | "edge">,
  signer: Signer,
): { checkpoint: Checkpoint; note: string } {
  const checkpoint = { origin: head.origin, size: head.edge.size, root: head.edge.root() };
  const note = signCheckpoint(sha256, checkpoint, {
    key: signer.raw,
    sign: (message) => sign(null, message, signer.private),
  });
  return { checkpoint, note };
}
