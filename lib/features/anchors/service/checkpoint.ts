import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { signersFor, trialSigner } from "@/lib/authority/key-change";
import type { Database } from "@/lib/database/open";
import { type Checkpoint, openCheckpoint, signCheckpoint } from "@/lib/ledger/checkpoint";
import { guardOf, stateOf } from "@/lib/ledger/guard/guard";
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

function signerOf(key: KeyObject): Signer {
  let signer = signers.get(key);
  if (!signer) {
    const publicKey = createPublicKey(key);
    const { x = "" } = publicKey.export({ format: "jwk" });
    signer = { private: key, public: publicKey, raw: new Uint8Array(Buffer.from(x, "base64url")) };
    signers.set(key, signer);
  }
  return signer;
}

/**
 * Returns the signers with the keys of the logs, the present one first. May use the database, so do not call it in a
 * transaction.
 */
export async function checkpointSigners(db: Database): Promise<Signer[]> {
  return (await signersFor(db, "log")).map(({ key }) => signerOf(key));
}

/** Returns the signer of a checkpoint that is only checked, and recorded nowhere as a use of its key. */
export const trialSigners = async (db: Database): Promise<Signer[]> => [signerOf((await trialSigner(db, "log")).key)];

/**
 * Signs a log's checkpoint, and verifies each of its signatures. Return it to nobody before the log's guard has accepted
 * it, as {@link issueCheckpoint} does.
 */
export async function signHead(
  head: Head,
  signers: readonly Signer[],
): Promise<{ checkpoint: Checkpoint; note: string }> {
  const checkpoint = { origin: head.origin, size: head.tree.size, root: head.tree.root() };
  const note = signCheckpoint(
    sha256,
    checkpoint,
    signers.map(({ raw, private: key }) => ({ key: raw, sign: (message) => sign(null, message, key) })),
  );
  for (const { raw, public: key } of signers) {
    const opened = await openCheckpoint(
      note,
      { origin: head.origin, keys: [{ raw }] },
      { sha256, verify: (_, message, signature) => verify(null, message, key, signature) },
    );
    if (!opened) throw new Error("the checkpoint does not verify");
  }
  return { checkpoint, note };
}

/**
 * Returns a log's signed checkpoint, after its guard has accepted it.
 * @throws ServiceError `unavailable`
 */
export async function issueCheckpoint(
  db: Database,
  head: Head,
  signers: readonly Signer[],
): Promise<{ checkpoint: Checkpoint; note: string }> {
  await guardOf(db, head).accept(stateOf(head));
  return signHead(head, signers);
}
