import { fromHex, toHex } from "./bytes";
import { type Checkpoint, readCheckpoint } from "./checkpoint";
import { type Entry, entryHash } from "./entry";
import { verifyInclusion } from "./merkle";
import type { Sha256 } from "./sha256";

/** A proof that an entry is in its log: the path from its hash to the root in a signed checkpoint. */
export interface Receipt {
  /** The log's origin line. */
  log: string;
  /** The entry's place in the tree, from 0: its `seq` minus one. */
  leaf_index: number;
  tree_size: number;
  root_hash: string;
  /** Sibling hashes from the leaf upwards (RFC 6962, 2.1.1), lower-case hex. */
  inclusion_path: string[];
  /** A C2SP signed note. A verifier must check that its size and root are those of this receipt. */
  checkpoint: string;
}

/** Returns a receipt for a checkpoint and its signed note. @param path in hex */
export function receiptOf(seq: number, path: string[], { origin, size, root }: Checkpoint, note: string): Receipt {
  return {
    log: origin,
    leaf_index: seq - 1,
    tree_size: size,
    root_hash: toHex(root),
    inclusion_path: path,
    checkpoint: note,
  };
}

/**
 * Returns the fault of an entry and its receipt, or null if there is none. Does not check the signature;
 * `openCheckpoint` does. Accepts any input.
 */
export function faultInReceipt(sha256: Sha256, entry: Entry, receipt: Receipt): string | null {
  try {
    const leaf = entryHash(sha256, entry);
    if (toHex(leaf) !== entry.hash) return "the entry's hash does not match its fields";
    if (receipt.log !== entry.log || receipt.leaf_index !== entry.seq - 1) return "the receipt is for another entry";
    const checkpoint = readCheckpoint(receipt.checkpoint);
    if (!checkpoint) return "the checkpoint is malformed";
    if (checkpoint.origin !== receipt.log) return "the checkpoint is of another log";
    if (checkpoint.size !== receipt.tree_size || toHex(checkpoint.root) !== receipt.root_hash) {
      return "the checkpoint is for another tree";
    }
    const { leaf_index: index, tree_size: size } = receipt;
    const path = receipt.inclusion_path.map(fromHex);
    const included = verifyInclusion(sha256, { index, size, leaf, path, root: checkpoint.root });
    return included ? null : "the inclusion path does not lead to the root";
  } catch {
    return "the receipt is malformed";
  }
}
