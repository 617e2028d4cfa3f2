import { fromHex, sameBytes, toHex } from "./bytes";
import type { Checkpoint } from "./checkpoint";
import { type Content, type Entry, entryHash, GENESIS_PREV_HASH, HASH_BYTES, payloadCommitment } from "./entry";
import { CompactRange, type TreeNode } from "./merkle";
import type { Sha256 } from "./sha256";

/** A fault in a log, and the first entry at which it appears. */
export interface Fault {
  /** null if the fault is at the log's end and not in an entry. */
  seq: number | null;
  id: string | null;
  reason: string;
}

/** An entry's content, with its salt in hex; all null after it is erased. */
export type StoredContent = { salt: string } & Content;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The end of a chain, which the next entry must follow. */
export interface ChainEnd {
  size: number;
  /** 64 zeros at the beginning. */
  lastHash: string;
  /** Empty at the beginning. */
  lastAt: string;
}

/** Returns the end of a chain whose last entry this is. */
export const endAt = ({ seq, hash, created_at }: Entry): ChainEnd => ({
  size: seq,
  lastHash: hash,
  lastAt: created_at,
});

/** The fields that link an entry to its predecessor. */
export type Link = Pick<Entry, "seq" | "id" | "prev_hash" | "created_at">;

/** Consecutive entries that were checked, except the link of the first to its predecessor. */
export interface CheckedRange {
  first: Link;
  /** Their hashes, 32 bytes each. */
  leaves: Uint8Array;
  end: ChainEnd;
}

function faultInLink(end: ChainEnd, { seq, prev_hash, created_at }: Link): string | null {
  const expected = end.size + 1;
  if (seq !== expected) return `entry ${expected} is missing here: the next entry is ${seq}`;
  if (prev_hash !== end.lastHash) return "its prev_hash is not its predecessor's hash";
  if (created_at < end.lastAt) return "its created_at is before its predecessor's";
  return null;
}

function faultInContent(sha256: Sha256, entry: Entry, content: StoredContent): string | null {
  try {
    const commitment = payloadCommitment(sha256, fromHex(content.salt), content);
    if (entry.payload_commitment === toHex(commitment)) return null;
  } catch {
    // Content that cannot be canonicalized cannot have been committed to.
  }
  return "its payload, salt, did or kind does not match its commitment";
}

/**
 * Recomputes an entry of the log with this origin line. Safe for any input.
 * @returns its leaf hash, or a description of its fault behind that end of the chain
 */
export function checkEntry(
  sha256: Sha256,
  origin: string,
  end: ChainEnd,
  entry: Entry,
  content?: StoredContent | null,
): Uint8Array | string {
  const fault = faultInLink(end, entry);
  if (fault !== null) return fault;
  if (entry.log !== origin) return "it is an entry of another log";
  if (!INSTANT.test(entry.created_at)) return "its created_at is malformed";
  const leaf = entryHash(sha256, entry);
  if (entry.hash !== toHex(leaf)) return "its hash does not match its fields";
  return (content && faultInContent(sha256, entry, content)) ?? leaf;
}

/** Recomputes a log from its entries in their order: links, hashes, times, and the tree over them. */
export class LogVerifier {
  private readonly sha256: Sha256;
  private readonly origin: string;
  private readonly checkpoints: readonly Checkpoint[];
  private readonly tree: CompactRange;
  private end: ChainEnd = { size: 0, lastHash: GENESIS_PREV_HASH, lastAt: "" };

  /** Creates a verifier. @param checkpoints of this log, kept elsewhere, that its tree must match */
  constructor(sha256: Sha256, origin: string, checkpoints: readonly Checkpoint[] = []) {
    this.sha256 = sha256;
    this.origin = origin;
    this.checkpoints = checkpoints;
    this.tree = new CompactRange(sha256);
  }

  /** How many entries were correct so far. */
  get size(): number {
    return this.tree.size;
  }

  get head(): { lastHash: string; lastAt: string; subtrees: readonly Uint8Array[] } {
    return { ...this.end, subtrees: this.tree.subtrees };
  }

  /** The root of the tree over the entries so far, lower-case hex. */
  root(): string {
    return toHex(this.tree.root());
  }

  /** Adds the next entry. @returns its fault, or null */
  add(entry: Entry): Fault | null {
    const { seq, id } = entry;
    const checked = checkEntry(this.sha256, this.origin, this.end, entry);
    if (typeof checked === "string") return { seq, id, reason: checked };
    this.end = endAt(entry);
    return this.grow(checked);
  }

  /** Adds the next entries. @returns their first fault, or null; @param onNode as in `CompactRange.append` */
  addRange({ first, leaves, end }: CheckedRange, onNode?: (node: TreeNode) => void): Fault | null {
    const reason = faultInLink(this.end, first);
    if (reason !== null) return { seq: first.seq, id: first.id, reason };
    this.end = end;
    for (let at = 0; at < leaves.length; at += HASH_BYTES) {
      const fault = this.grow(leaves.subarray(at, at + HASH_BYTES), onNode);
      if (fault) return fault;
    }
    return null;
  }

  /** Returns the fault at the end after every entry has been added, or null. */
  finish(): Fault | null {
    const cut = this.checkpoints.find(({ size }) => size > this.tree.size);
    if (!cut) return null;
    const reason = `the log ends after ${this.tree.size} entries, though a checkpoint states ${cut.size}: entries were removed from its end`;
    return { seq: null, id: null, reason };
  }

  private grow(leaf: Uint8Array, onNode?: (node: TreeNode) => void): Fault | null {
    this.tree.append(leaf, onNode);
    const passed = this.checkpoints.find(({ size }) => size === this.tree.size);
    if (!passed || sameBytes(passed.root, this.tree.root())) return null;
    return { seq: passed.size, id: null, reason: `the checkpoint of ${passed.size} entries states another root` };
  }
}
