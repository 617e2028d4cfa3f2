import { sameBytes } from "./bytes";
import type { Sha256 } from "./sha256";

/** The root of a perfect subtree: 2^level leaves from `index * 2^level` on. */
export interface TreeNode {
  level: number;
  index: number;
  hash: Uint8Array;
}

/** Leaves `[start, end)` whose common root a proof needs. */
export type LeafRange = readonly [start: number, end: number];

/** A buffer for the input of a node's hash. It is reused, because a tree has millions. */
const PAIR = new Uint8Array(65);

/** Returns `SHA256(0x01 ‖ left ‖ right)` (RFC 6962, 2.1). Both must have 32 bytes. */
export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  PAIR[0] = 1;
  PAIR.set(left, 1);
  PAIR.set(right, 33);
  return sha256(PAIR);
}

/**
 * Returns `nodeHash` with a cache by the pair's bytes. The paths of one batch to the root soon meet, and share the
 * hashes from there on.
 */
export function memoizeNodeHash(sha256: Sha256): (left: Uint8Array, right: Uint8Array) => Uint8Array {
  const known = new Map<number, { left: Uint8Array; right: Uint8Array; parent: Uint8Array }>();
  return (left, right) => {
    const key = Number(left[0]) | (Number(left[1]) << 8) | (Number(left[2]) << 16) | (Number(left[3]) << 24);
    const before = known.get(key);
    if (before && sameBytes(before.left, left) && sameBytes(before.right, right)) return before.parent;
    const parent = nodeHash(sha256, left, right);
    known.set(key, { left, right, parent });
    return parent;
  };
}

/** Returns the largest power of two below `leaves`, which must be above 1. */
function splitOf(leaves: number): number {
  let half = 1;
  while (half * 2 < leaves) half *= 2;
  return half;
}

const isOdd = (n: number) => n % 2 === 1;
/** Returns `n` without its last bit. Numbers here may have more than 32 bits. */
const halved = (n: number) => Math.floor(n / 2);

/** Returns the perfect subtrees of a tree of `size` leaves, from the largest. */
export function subtreesOf(size: number): Omit<TreeNode, "hash">[] {
  const subtrees: Omit<TreeNode, "hash">[] = [];
  for (let level = 0, rest = size; rest > 0; level += 1, rest = halved(rest)) {
    if (isOdd(rest)) subtrees.unshift({ level, index: rest - 1 });
  }
  return subtrees;
}

/** The compact range of a growing tree: the few subtree roots that are enough to append leaves and compute the root. */
export class CompactRange {
  private readonly sha256: Sha256;
  private leaves: number;
  private readonly roots: Uint8Array[];

  /** Creates a compact range. @param roots of `subtreesOf(size)`, in its order */
  constructor(sha256: Sha256, size = 0, roots: readonly Uint8Array[] = []) {
    if (subtreesOf(size).length !== roots.length) throw new Error(`a tree of ${size} leaves has other subtrees`);
    this.sha256 = sha256;
    this.leaves = size;
    this.roots = [...roots];
  }

  get size(): number {
    return this.leaves;
  }

  /** The roots of the perfect subtrees, from the largest. */
  get subtrees(): readonly Uint8Array[] {
    return this.roots;
  }

  /** The same subtrees with their positions. */
  nodes(): TreeNode[] {
    return subtreesOf(this.leaves).flatMap((subtree, at) => {
      const hash = this.roots[at];
      return hash ? [{ ...subtree, hash }] : [];
    });
  }

  /** Adds a leaf. @param onNode called for the leaf and for every subtree that it completes */
  append(leafHash: Uint8Array, onNode?: (node: TreeNode) => void): void {
    let hash = leafHash;
    let index = this.leaves;
    onNode?.({ level: 0, index, hash });
    for (let level = 1; isOdd(index); level += 1) {
      const left = this.roots.pop();
      if (!left) throw new Error("the tree's edge is broken");
      hash = nodeHash(this.sha256, left, hash);
      index = halved(index);
      onNode?.({ level, index, hash });
    }
    this.roots.push(hash);
    this.leaves += 1;
  }

  /** Returns the tree's root (RFC 6962, 2.1). The root of an empty tree is the hash of the empty string. */
  root(): Uint8Array {
    let root: Uint8Array | undefined;
    for (const subtree of this.roots.toReversed()) root = root ? nodeHash(this.sha256, subtree, root) : subtree;
    return root ?? this.sha256(new Uint8Array(0));
  }
}

/**
 * Returns the subtrees whose roots prove that leaf `index` is in the tree of `size`, from the leaf upwards (RFC 6962,
 * 2.1.1).
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const ranges: LeafRange[] = [];
  // The sibling at each level. The last node of a level has none if it is a left node.
  for (let [node, last, leaves] = [index, size - 1, 1]; last > 0; leaves *= 2) {
    const sibling = isOdd(node) ? node - 1 : node + 1;
    if (sibling <= last) ranges.push([sibling * leaves, Math.min((sibling + 1) * leaves, size)]);
    [node, last] = [halved(node), halved(last)];
  }
  return ranges;
}

/**
 * Returns the subtrees whose roots prove that the tree of `from` leaves is the beginning of the tree of `to` (RFC 6962,
 * 2.1.2).
 */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  if (!(from >= 0 && from <= to)) throw new RangeError(`the tree of ${from} is not the beginning of the tree of ${to}`);
  if (from === 0 || from === to) return [];
  const ranges: LeafRange[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    ranges.unshift(from <= middle ? [middle, end] : [start, middle]);
    if (from <= middle) end = middle;
    else start = middle;
  }
  // The verifier knows the old root. The last subtree is needed only if it is not the whole old tree.
  return start === 0 ? ranges : [[start, end], ...ranges];
}

export interface InclusionProof {
  index: number;
  size: number;
  leaf: Uint8Array;
  path: readonly Uint8Array[];
  root: Uint8Array;
}

/**
 * Returns whether `path` leads from the leaf to the root (RFC 9162, 2.1.3.2). Never throws, for any input.
 * @param parentOf the hash function for a node's parent; pass a caching one to verify many proofs of one tree
 */
export function verifyInclusion(
  sha256: Sha256,
  proof: InclusionProof,
  parentOf = (left: Uint8Array, right: Uint8Array) => nodeHash(sha256, left, right),
): boolean {
  let { index, leaf: hash } = proof;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(proof.size) || index < 0 || index >= proof.size)
    return false;
  let last = proof.size - 1;
  for (const sibling of proof.path) {
    if (last === 0 || sibling.length !== 32) return false;
    if (isOdd(index) || index === last) {
      hash = parentOf(sibling, hash);
      while (!isOdd(index) && index !== 0) [index, last] = [halved(index), halved(last)];
    } else {
      hash = parentOf(hash, sibling);
    }
    [index, last] = [halved(index), halved(last)];
  }
  return last === 0 && sameBytes(hash, proof.root);
}

/**
 * Returns whether the tree of `from` leaves is the beginning of the tree of `to` (RFC 9162, 2.1.4.2). Never throws, for
 * any input.
 */
export function verifyConsistency(
  sha256: Sha256,
  proof: { from: number; to: number; fromRoot: Uint8Array; toRoot: Uint8Array; path: readonly Uint8Array[] },
): boolean {
  const { from, to, fromRoot, toRoot, path } = proof;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to) return false;
  if (from === to) return path.length === 0 && sameBytes(fromRoot, toRoot);
  if (from === 0) return path.length === 0 && sameBytes(fromRoot, sha256(new Uint8Array(0)));
  let [index, last] = [from - 1, to - 1];
  while (isOdd(index)) [index, last] = [halved(index), halved(last)];
  // If the old tree is one perfect subtree, the proof begins at its root.
  const [first, ...rest] = index === 0 ? [fromRoot, ...path] : path;
  if (first?.length !== 32) return false;
  let [oldHash, newHash] = [first, first];
  for (const sibling of rest) {
    if (last === 0 || sibling.length !== 32) return false;
    if (isOdd(index) || index === last) {
      oldHash = nodeHash(sha256, sibling, oldHash);
      newHash = nodeHash(sha256, sibling, newHash);
      while (!isOdd(index) && index !== 0) [index, last] = [halved(index), halved(last)];
    } else {
      newHash = nodeHash(sha256, newHash, sibling);
    }
    [index, last] = [halved(index), halved(last)];
  }
  return last === 0 && sameBytes(oldHash, fromRoot) && sameBytes(newHash, toRoot);
}

/** Known roots of perfect subtrees, from which the root of any range of leaves is computed. */
export class NodeCache {
  private readonly sha256: Sha256;
  private readonly hashes = new Map<number, Uint8Array>();
  private readonly partial = new Map<string, Uint8Array>();

  constructor(sha256: Sha256) {
    this.sha256 = sha256;
  }

  add({ level, index, hash }: TreeNode): void {
    this.hashes.set(index * 64 + level, hash);
  }

  /** Returns a node's hash. @throws Error if neither the node nor its children are known */
  node(level: number, index: number): Uint8Array {
    const key = index * 64 + level;
    let hash = this.hashes.get(key);
    if (!hash) {
      if (level === 0) throw new Error(`leaf ${index} is not known`);
      hash = nodeHash(this.sha256, this.node(level - 1, index * 2), this.node(level - 1, index * 2 + 1));
      this.hashes.set(key, hash);
    }
    return hash;
  }

  /** Returns the root over leaves `[start, end)`, a range as in proofs. */
  range([start, end]: LeafRange): Uint8Array {
    const leaves = end - start;
    const level = Math.log2(leaves);
    if (Number.isInteger(level)) return this.node(level, start / leaves);
    const key = `${start}-${end}`;
    let hash = this.partial.get(key);
    if (!hash) {
      const middle = start + splitOf(leaves);
      hash = nodeHash(this.sha256, this.range([start, middle]), this.range([middle, end]));
      this.partial.set(key, hash);
    }
    return hash;
  }
}
