import { fromHex, toHex } from "@/lib/ledger/bytes";
import type { Head } from "@/lib/ledger/head";
import { rememberingParents, verifyInclusion } from "@/lib/ledger/merkle";
import { type Receipt, receiptOf } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import { type Signer, stateCheckpoint } from "./checkpoint";
import type { Standing } from "./stored";

/** A draft's entry in the log, the salt of its commitment, and the proof that it is in it. */
export interface Appended extends Standing {
  receipt: Receipt;
}

/** An entry with the hashes that lead from it to the root of the head's tree. */
export interface Proven extends Standing {
  path: readonly Uint8Array[];
}

/** `toHex`, once for each object it is given. */
function rememberingHex(): (bytes: Uint8Array) => string {
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

/** The receipts of proven entries over one signed checkpoint. Each is verified before anybody sees it. */
export async function issueReceipts(
  head: Head,
  signer: Signer,
  units: readonly (Proven[] | Error)[],
): Promise<(Appended[] | Error)[]> {
  const { checkpoint, note } = await stateCheckpoint(head, signer);
  const { size, root } = checkpoint;
  const hexOf = rememberingHex();
  const parentOf = rememberingParents(sha256);
  const issue = ({ entry, salt, path }: Proven): Appended => {
    const proof = { index: entry.seq - 1, size, leaf: fromHex(entry.hash), path, root };
    if (!verifyInclusion(sha256, proof, parentOf)) {
      throw new Error(`the inclusion proof of ${entry.id} does not verify`);
    }
    return { entry, salt, receipt: receiptOf(entry.seq, path.map(hexOf), checkpoint, note) };
  };
  return units.map((unit) => (unit instanceof Error ? unit : unit.map(issue)));
}
