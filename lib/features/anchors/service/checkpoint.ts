import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { signingKey } from "@/lib/authority/keys";
import type { Database } from "@/lib/database/open";
import { settings } from "@/lib/foundation/env";
import { type Checkpoint, openCheckpoint, signCheckpoint } from "@/lib/ledger/checkpoint";
import type { Head } from "@/lib/ledger/head";
import { sha256 } from "@/lib/ledger/sha256";

/** A signer of checkpoints. */
export interface Signer {
  private: KeyObject;
  public: KeyObject;
  /** The public key's 32 bytes. */
  raw: Uint8Array<ArrayBuffer>;
}

const signers = new WeakMap<KeyObject, Signer>();

/**
 * Returns the signer with the key of the logs. Reads the database at a process's first call, so do not call it in a
 * transaction.
 */
export async function checkpointSigner(db: Database): Promise<Signer> {
  const { key } = await signingKey(db, settings().SIGNING_KEY, "log");
  let signer = signers.get(key);
  if (!signer) {
    const publicKey = createPublicKey(key);
    const { x = "" } = publicKey.export({ format: "jwk" });
    signer = { private: key, public: publicKey, raw: new Uint8Array(Buffer.from(x, "base64url")) };
    signers.set(key, signer);
  }
  return signer;
}

/** Returns a log's signed checkpoint, verified before it is returned. */
export async function issueCheckpoint(head: Head, signer: Signer): Promise<{ checkpoint: Checkpoint; note: string }> {
  const checkpoint = { origin: head.origin, size: head.tree.size, root: head.tree.root() };
  const note = signCheckpoint(sha256, checkpoint, {
    key: signer.raw,
    sign: (message) => sign(null, message, signer.private),
  });
  const opened = await openCheckpoint(
    note,
    { origin: head.origin, keys: [signer.raw] },
    { sha256, verify: (_, message, signature) => verify(null, message, signer.public, signature) },
  );
  if (!opened) throw new Error("the checkpoint does not verify");
  return { checkpoint, note };
}
