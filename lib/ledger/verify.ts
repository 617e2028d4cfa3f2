import { fromHex, sameBytes, toHex } from "./bytes";
import type { Checkpoint } from "./checkpoint";
import { type Content, type Entry, entryHash, GENESIS_PREV_HASH, payloadCommitment } from "./entry";
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

const HASH = /^[0-9a-f]{64}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Recomputes a log from its entries, handed over in their order: links, hashes, times, and the tree over them. Pure, and
 * safe with whatever a stranger hands over.
 */
export class LogVerifier {
  private readonly sha256: Sha256;
  private readonly origin: string;
  private readonly checkpoints: readonly Checkpoint[];
  private readonly edge: TreeEdge;
  private lastHash = GENESIS_PREV_HASH;
  private lastAt = "";

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
    return { lastHash: this.lastHash, lastAt: this.lastAt, subtrees: this.edge.subtrees };
  }

  /** The root of the tree over the entries so far, lower-case hex. */
  root(): string {
    return toHex(this.edge.root());
  }

  /** The next entry. @returns what is wrong with it, null where nothing is; @param onNode as of `TreeEdge.append` */
  add(entry: Entry, content?: StoredContent | null, onNode?: (node: TreeNode) => void): Fault | null {
    const leaf = entryHash(this.sha256, entry);
    const reason = this.faultIn(entry, leaf) ?? (content ? this.faultInContent(entry, content) : null);
    if (reason !== null) return { seq: entry.seq, id: entry.id, reason };
    this.edge.append(leaf, onNode);
    this.lastHash = entry.hash;
    this.lastAt = entry.created_at;
    const passed = this.checkpoints.find(({ size }) => size === this.edge.size);
    if (!passed || sameBytes(passed.root, this.edge.root())) return null;
    return { seq: entry.seq, id: entry.id, reason: `the checkpoint of ${passed.size} entries states another root` };
  }

  /** What is wrong with the end, once every entry has been added. */
  end(): Fault | null {
    const cut = this.checkpoints.find(({ size }) => size > this.edge.size);
    if (!cut) return null;
    const reason = `the log ends after ${this.edge.size} entries, though a checkpoint states ${cut.size}: its tail was cut off`;
    return { seq: null, id: null, reason };
  }

  private faultIn(entry: Entry, leaf: Uint8Array): string | null {
    const expected = this.edge.size + 1;
    if (entry.seq !== expected) return `entry ${expected} is missing here: this one says it is ${entry.seq}`;
    if (entry.log !== this.origin) return "it is an entry of another log";
    if (entry.prev_hash !== this.lastHash) return "its prev_hash is not its predecessor's hash";
    if (!HASH.test(entry.hash)) return "its hash is malformed";
    if (!INSTANT.test(entry.created_at)) return "its created_at is malformed";
    if (!sameBytes(leaf, fromHex(entry.hash))) return "its hash is not that of its fields";
    if (entry.created_at < this.lastAt) return "its created_at is before its predecessor's";
    return null;
  }

  private faultInContent(entry: Entry, content: StoredContent): string | null {
    try {
      const commitment = payloadCommitment(this.sha256, fromHex(content.salt), content);
      if (sameBytes(commitment, fromHex(entry.payload_commitment))) return null;
    } catch {
      // What cannot be canonicalized was not committed to.
    }
    return "its payload, salt, did or kind is not what it commits to";
  }
}
