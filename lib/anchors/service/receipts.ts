import { fromHex } from "@/lib/ledger/bytes";
import type { Head } from "@/lib/ledger/head";
import { verifyInclusion } from "@/lib/ledger/merkle";
import { type Receipt, receiptOf } from "@/lib/ledger/receipt";
import { type Sha256, sha256 } from "@/lib/ledger/sha256";
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

/** A digest that computes each once: the ways of one batch to its root meet soon. */
function remember(digest: Sha256): Sha256 {
  const known = new Map<string, Uint8Array>();
  return (bytes) => {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    let hash = known.get(key);
    if (!hash) {
      hash = digest(bytes);
      known.set(key, hash);
    }
    return hash;
  };
}

/** The receipts of proven entries over one signed checkpoint. Each is verified before anybody sees it. */
export async function issueReceipts(
  head: Head,
  signer: Signer,
  units: readonly (Proven[] | Error)[],
): Promise<(Appended[] | Error)[]> {
  const { checkpoint, note } = await stateCheckpoint(head, signer);
  const rememberingSha256 = remember(sha256);
  const issue = ({ entry, salt, path }: Proven): Appended => {
    const { size, root } = checkpoint;
    const proof = { index: entry.seq - 1, size, leaf: fromHex(entry.hash), path, root };
    if (!verifyInclusion(rememberingSha256, proof))
      throw new Error(`the inclusion proof of ${entry.id} does not verify`);
    return { entry, salt, receipt: receiptOf(entry.seq, path, checkpoint, note) };
  };
  return units.map((unit) => (unit instanceof Error ? unit : unit.map(issue)));
}
