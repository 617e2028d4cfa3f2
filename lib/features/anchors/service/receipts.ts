import { fromHex, toHex } from "@/lib/ledger/bytes";
import type { Head } from "@/lib/ledger/head";
import { memoizeNodeHash, verifyInclusion } from "@/lib/ledger/merkle";
import { type Receipt, receiptOf } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import { type Signer, signHead } from "./checkpoint";
import type { SaltedEntry } from "./stored";

/** A draft's log entry, the salt of its commitment, and its inclusion proof. */
export interface AppendedEntry extends SaltedEntry {
  receipt: Receipt;
}

/** An entry with the hashes from it to the root of the head's tree. */
export interface ProvenEntry extends SaltedEntry {
  path: readonly Uint8Array[];
}

/** Returns `toHex` of bytes, computed once for each object. */
function memoizeHex(): (bytes: Uint8Array) => string {
  const known = new Map<Uint8Array, string>();
  return (bytes) => {
    let hex = known.get(bytes);
    if (hex === undefined) {
      hex = toHex(bytes);
      known.set(bytes, hex);
    }
    return hex;
  };
}

/**
 * Makes the receipts of proven entries for one signed checkpoint, and verifies each. Return them to nobody before the log's
 * guard has accepted the head.
 */
export async function issueReceipts(
  head: Head,
  signers: readonly Signer[],
  units: readonly (ProvenEntry[] | Error)[],
): Promise<(AppendedEntry[] | Error)[]> {
  const { checkpoint, note } = await signHead(head, signers);
  const { size, root } = checkpoint;
  const hexOf = memoizeHex();
  const parentOf = memoizeNodeHash(sha256);
  const issue = ({ entry, salt, path }: ProvenEntry): AppendedEntry => {
    const proof = { index: entry.seq - 1, size, leaf: fromHex(entry.hash), path, root };
    if (!verifyInclusion(sha256, proof, parentOf)) {
      throw new Error(`the inclusion proof of ${entry.id} does not verify`);
    }
    return { entry, salt, receipt: receiptOf(entry.seq, path.map(hexOf), checkpoint, note) };
  };
  return units.map((unit) => (unit instanceof Error ? unit : unit.map(issue)));
}
