import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "./bytes";
import {
  CompactRange,
  consistencyRanges,
  inclusionRanges,
  memoizeNodeHash,
  NodeCache,
  nodeHash,
  subtreesOf,
  verifyConsistency,
  verifyInclusion,
} from "./merkle";
import { sha256 } from "./sha256";

const MAX_SIZE = 300;

/** The leaves and roots of the Certificate Transparency reference tests, for sizes 1 to 8 (RFC 6962). */
const LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"].map(
  (data) => sha256(fromHex(`00${data}`)),
);
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** RFC 6962, 2.1, word by word. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (!only) return sha256(new Uint8Array(0));
  if (leaves.length === 1) return only;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(sha256, definedRoot(leaves.slice(0, k)), definedRoot(leaves.slice(k)));
}

const leaves = Array.from({ length: MAX_SIZE }, (_, index) => sha256(Uint8Array.of(0, index % 256, index >> 8)));
const roots = Array.from({ length: MAX_SIZE + 1 }, (_, size) => definedRoot(leaves.slice(0, size)));
const rootAt = (size: number) => roots[size] as Uint8Array;
const leafAt = (index: number) => leaves[index] as Uint8Array;
const known = new NodeCache(sha256);
for (const [index, hash] of leaves.entries()) known.add({ level: 0, index, hash });

const inclusion = (index: number, size: number) => ({
  index,
  size,
  leaf: leafAt(index),
  root: rootAt(size),
  path: inclusionRanges(index, size).map((range) => known.range(range)),
});
const consistency = (from: number, to: number) => ({
  from,
  to,
  fromRoot: rootAt(from),
  toRoot: rootAt(to),
  path: consistencyRanges(from, to).map((range) => known.range(range)),
});

describe("the tree", () => {
  it("has the reference roots of RFC 6962", () => {
    const tree = new CompactRange(sha256);
    expect(toHex(tree.root())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (const [index, leaf] of LEAVES.entries()) {
      tree.append(leaf);
      expect(toHex(tree.root())).toBe(ROOTS[index]);
    }
  });

  it("has the defined root at every size to 300, also if its compact range was stored in between", () => {
    let tree = new CompactRange(sha256);
    for (let size = 0; size <= MAX_SIZE; size += 1) {
      expect(toHex(tree.root())).toBe(toHex(rootAt(size)));
      expect(tree.nodes().map(({ level, index }) => ({ level, index }))).toEqual(subtreesOf(size));
      tree = new CompactRange(sha256, size, tree.subtrees);
      if (size < MAX_SIZE) tree.append(leafAt(size));
    }
  });

  it("reports every subtree that becomes complete, once", () => {
    const nodes: string[] = [];
    const tree = new CompactRange(sha256);
    for (const leaf of leaves.slice(0, 256)) {
      tree.append(leaf, ({ level, index, hash }) => {
        expect(toHex(hash)).toBe(toHex(known.node(level, index)));
        nodes.push(`${level}/${index}`);
      });
    }
    expect(new Set(nodes).size).toBe(nodes.length);
    expect(nodes).toHaveLength(511);
  });

  it("rejects a compact range of another size", () => {
    expect(() => new CompactRange(sha256, 3, [leafAt(0)])).toThrow("other subtrees");
  });
});

describe("inclusion", () => {
  it("of every leaf at every size to 300 verifies, and of no other leaf, index or size", () => {
    const failed: string[] = [];
    for (let size = 1; size <= MAX_SIZE; size += 1) {
      for (let index = 0; index < size; index += 1) {
        if (!verifyInclusion(sha256, inclusion(index, size))) failed.push(`${index} of ${size}`);
      }
    }
    expect(failed).toEqual([]);
    for (const size of [1, 2, 7, 8, 255, 256, 257]) {
      const proof = inclusion(size - 1, size);
      expect(verifyInclusion(sha256, { ...proof, leaf: leafAt(size) })).toBe(false);
      for (const index of [-1, size, size - 2, 0.5, Number.NaN, 2 ** 53]) {
        expect(verifyInclusion(sha256, { ...proof, index }), `${index} of ${size}`).toBe(false);
      }
    }
  });

  it("rejects every hostile change of a proof", () => {
    const size = fc.integer({ min: 2, max: MAX_SIZE });
    const setting = size.chain((n) => fc.tuple(fc.constant(n), fc.nat(n - 1), fc.nat(), fc.nat(255)));
    const parentOf = memoizeNodeHash(sha256);
    fc.assert(
      fc.property(setting, ([n, index, at, bit]) => {
        const proof = inclusion(index, n);
        const { path } = proof;
        expect(verifyInclusion(sha256, proof, parentOf)).toBe(true);
        const flipped = path.map((hash, i) => (i === at % path.length ? flip(hash, bit) : hash));
        const bad = [
          { path: flipped },
          { path: path.slice(0, -1) },
          { path: path.slice(1) },
          { path: [...path, leafAt(0)] },
          { path: [...path.slice(0, -1), new Uint8Array(31)] },
          { root: flip(proof.root, bit) },
          { leaf: flip(proof.leaf, bit) },
        ];
        for (const change of bad) {
          expect(verifyInclusion(sha256, { ...proof, ...change })).toBe(false);
          expect(verifyInclusion(sha256, { ...proof, ...change }, parentOf)).toBe(false);
        }
      }),
    );
  });

  it("of a batch hashes each node on its leaves' ways once", () => {
    const [size, first] = [MAX_SIZE, MAX_SIZE - 16];
    /** How many nodes of the subtree over `[start, end)` are above a leaf from `first` on. */
    const above = (start: number, end: number): number => {
      if (end - start === 1 || end <= first) return 0;
      const middle = start + 2 ** Math.ceil(Math.log2(end - start) - 1);
      return 1 + above(start, middle) + above(middle, end);
    };
    let hashed = 0;
    const parentOf = memoizeNodeHash((bytes) => {
      hashed += 1;
      return sha256(bytes);
    });
    for (let index = first; index < size; index += 1) {
      const proof = inclusion(index, size);
      // No proof's leaf is the very object that is in another's path.
      expect(verifyInclusion(sha256, { ...proof, leaf: Uint8Array.from(proof.leaf) }, parentOf)).toBe(true);
    }
    expect(hashed).toBe(above(0, size));
  });
});

function flip(hash: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(hash);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
}

describe("consistency", () => {
  it("between every two sizes to 300 verifies, and with no other root", () => {
    const failed: string[] = [];
    for (let to = 0; to <= MAX_SIZE; to += 1) {
      for (let from = 0; from <= to; from += 1) {
        if (!verifyConsistency(sha256, consistency(from, to))) failed.push(`${from} to ${to}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it("rejects every hostile change of a proof", () => {
    const sizes = fc
      .integer({ min: 2, max: MAX_SIZE })
      .chain((to) => fc.tuple(fc.integer({ min: 1, max: to - 1 }), fc.constant(to), fc.nat(), fc.nat(255)));
    fc.assert(
      fc.property(sizes, ([from, to, at, bit]) => {
        const proof = consistency(from, to);
        const { path } = proof;
        const bad = [
          { path: path.map((hash, i) => (i === at % path.length ? flip(hash, bit) : hash)) },
          { path: path.slice(0, -1) },
          { path: path.slice(1) },
          { path: [...path, leafAt(0)] },
          { fromRoot: flip(proof.fromRoot, bit) },
          { toRoot: flip(proof.toRoot, bit) },
          { from: to, to: from },
          { from: -1 },
          { to: Number.NaN },
        ];
        for (const change of bad) expect(verifyConsistency(sha256, { ...proof, ...change })).toBe(false);
      }),
    );
  });
});
