import { fromHex, sameBytes, toHex } from "./bytes";
import type { Checkpoint } from "./checkpoint";
import { type Content, type Entry, entryHash, GENESIS_PREV_HASH, HASH_BYTES, payloadCommitment } from "./entry";
import { TreeEdge, type TreeNode } from "./merkle";
import type { Sha256 } from "./sha256";

/** What is wrong with a log, and the first entry at which it shows. */
export interface Fault {
  /** Null where it is the log's end, not an entry, that is wrong. */
  seq: number | null;
  id: string | null;
  reason: string;
}

/** What an entry commits to, with its salt in hex; all null once it is erased. */
export type StoredContent = { salt: string } & Content;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Where a chain ends: what the next entry must follow. */
export interface ChainEnd {
  size: number;
  /** 64 zeros where there is none. */
  lastHash: string;
  /** Empty where there is none. */
  lastAt: string;
}

/** The end of a chain whose last entry this is. */
export const endAt = ({ seq, hash, created_at }: Entry): ChainEnd => ({
  size: seq,
  lastHash: hash,
  lastAt: created_at,
});

/** What of an entry links it to the one before. */
export type Link = Pick<Entry, "seq" | "id" | "prev_hash" | "created_at">;

/** Entries that were checked one after the other, but not what they follow. */
export interface Stretch {
  first: Link;
  /** Their hashes, 32 bytes each. */
  leaves: Uint8Array;
  end: ChainEnd;
}

function faultInLink(end: ChainEnd, { seq, prev_hash, created_at }: Link): string | null {
  const expected = end.size + 1;
  if (seq !== expected) return `entry ${expected} is missing here: this one says it is ${seq}`;
  if (prev_hash !== end.lastHash) return "its prev_hash is not its predecessor's hash";
  if (created_at < end.lastAt) return "its created_at is before its predecessor's";
  return null;
}

function faultInContent(sha256: Sha256, entry: Entry, content: StoredContent): string | null {
  try {
    const commitment = payloadCommitment(sha256, fromHex(content.salt), content);
    if (entry.payload_commitment === toHex(commitment)) return null;
  } catch {
    // What cannot be canonicalized was not committed to.
  }
  return "its payload, salt, did or kind is not what it commits to";
}

/**
 * Recomputes an entry of the log with this origin line. Safe with whatever a stranger hands over.
 * @returns its leaf hash, or in words what is wrong with it behind that end of the chain
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
  if (entry.hash !== toHex(leaf)) return "its hash is not that of its fields";
  return (content && faultInContent(sha256, entry, content)) ?? leaf;
}

/** Recomputes a log from its entries, handed over in their order: links, hashes, times, and the tree over them. */
export class LogVerifier {
  private readonly sha256: Sha256;
  private readonly origin: string;
  private readonly checkpoints: readonly Checkpoint[];
  private readonly edge: TreeEdge;
  private end: ChainEnd = { size: 0, lastHash: GENESIS_PREV_HASH, lastAt: "" };

  /** @param checkpoints of this log, kept elsewhere, that its tree must pass through */
  constructor(sha256: Sha256, origin: string, checkpoints: readonly Checkpoint[] = []) {
    this.sha256 = sha256;
    this.origin = origin;
    this.checkpoints = checkpoints;
    this.edge = new TreeEdge(sha256);
  }

  /** How many entries were found right so far. */
  get size(): number {
    return this.edge.size;
  }

  get head(): { lastHash: string; lastAt: string; subtrees: readonly Uint8Array[] } {
    return { ...this.end, subtrees: this.edge.subtrees };
  }

  /** The root of the tree over the entries so far, lower-case hex. */
  root(): string {
    return toHex(this.edge.root());
  }

  /** The next entry. @returns what is wrong with it, null where nothing is */
  add(entry: Entry): Fault | null {
    const { seq, id } = entry;
    const checked = checkEntry(this.sha256, this.origin, this.end, entry);
    if (typeof checked === "string") return { seq, id, reason: checked };
    this.end = endAt(entry);
    return this.grow(checked);
  }

  /** The next entries. @returns what is wrong with them, null where nothing is; @param onNode as of `TreeEdge.append` */
  addStretch({ first, leaves, end }: Stretch, onNode?: (node: TreeNode) => void): Fault | null {
    const reason = faultInLink(this.end, first);
    if (reason !== null) return { seq: first.seq, id: first.id, reason };
    this.end = end;
    for (let at = 0; at < leaves.length; at += HASH_BYTES) {
      const fault = this.grow(leaves.subarray(at, at + HASH_BYTES), onNode);
      if (fault) return fault;
    }
    return null;
  }

  /** What is wrong with the end, once every entry has been added. */
  finish(): Fault | null {
    const cut = this.checkpoints.find(({ size }) => size > this.edge.size);
    if (!cut) return null;
    const reason = `the log ends after ${this.edge.size} entries, though a checkpoint states ${cut.size}: its tail was cut off`;
    return { seq: null, id: null, reason };
  }

  private grow(leaf: Uint8Array, onNode?: (node: TreeNode) => void): Fault | null {
    this.edge.append(leaf, onNode);
    const passed = this.checkpoints.find(({ size }) => size === this.edge.size);
    if (!passed || sameBytes(passed.root, this.edge.root())) return null;
    return { seq: passed.size, id: null, reason: `the checkpoint of ${passed.size} entries states another root` };
  }
}
