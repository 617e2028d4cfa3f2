import { and, between, eq, or } from "drizzle-orm";
import { charged } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { ledgerEntries, ledgerNodes } from "@/lib/database/schema/ledger";
import { STORED_LEVEL_STEP } from "./append";
import { consistencyRanges, inclusionRanges, type LeafRange, NodeCache, subtreesOf } from "./merkle";
import { sha256 } from "./sha256";

/** Nodes `[first, last]` of one stored level. */
interface NodeRange {
  level: number;
  first: number;
  last: number;
}

/** Returns the stored nodes from which the root of a range is computed: at most 255 of each level. */
function nodeRangesOf([start, end]: LeafRange): NodeRange[] {
  // A range of a proof begins at a multiple of its size. So its subtrees are those of a tree of that size, shifted.
  return subtreesOf(end - start).map(({ level, index }) => {
    const kept = level - (level % STORED_LEVEL_STEP);
    const first = start / 2 ** kept + index * 2 ** (level - kept);
    return { level: kept, first, last: first + 2 ** (level - kept) - 1 };
  });
}

/** Reads the stored nodes for the roots of these ranges. */
async function readNodes(db: Reader, log: string, ranges: readonly LeafRange[]): Promise<NodeCache> {
  const known = new NodeCache(sha256);
  const nodeRanges = ranges.flatMap(nodeRangesOf);
  const leaves = nodeRanges.filter(({ level }) => level === 0);
  const nodes = nodeRanges.filter(({ level }) => level > 0);
  if (leaves.length > 0) {
    const wanted = leaves.map(({ first, last }) => between(ledgerEntries.seq, first + 1, last + 1));
    const rows = await db
      .select({ seq: ledgerEntries.seq, hash: ledgerEntries.hash })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.log, log), or(...wanted)));
    for (const { seq, hash } of rows) known.add({ level: 0, index: seq - 1, hash });
  }
  if (nodes.length > 0) {
    const wanted = nodes.map(({ level, first, last }) =>
      and(eq(ledgerNodes.level, level), between(ledgerNodes.index, first, last)),
    );
    const rows = await db
      .select({ level: ledgerNodes.level, index: ledgerNodes.index, hash: ledgerNodes.hash })
      .from(ledgerNodes)
      .where(and(eq(ledgerNodes.log, log), or(...wanted)));
    for (const row of rows) known.add(row);
  }
  return known;
}

/** The size of a log's tree. */
interface Sized {
  log: string;
  tree: { size: number };
}

/** Returns the hashes from an entry to the root of a log's tree. @param seq of an entry in it */
export async function proveInclusion(db: Reader, sized: Sized, seq: number): Promise<Uint8Array[]> {
  const [path] = await proveInclusions(db, sized, [seq]);
  return path ?? [];
}

/** Returns the same for several entries, in their order, with one look-up of the nodes that their proofs share. */
export async function proveInclusions(
  db: Reader,
  { log, tree }: Sized,
  seqs: readonly number[],
): Promise<Uint8Array[][]> {
  const paths = seqs.map((seq) => inclusionRanges(seq - 1, tree.size));
  const distinct = new Map(paths.flat().map((range) => [range.join(), range]));
  const known = await readNodes(db, log, [...distinct.values()]);
  return charged(() => paths.map((ranges) => ranges.map((range) => known.range(range))));
}

/**
 * Returns the hashes that prove that one size of a log is the beginning of another, with the roots of both. @param
 * from,to sizes that the log had
 */
export async function proveConsistency(
  db: Reader,
  log: string,
  from: number,
  to: number,
): Promise<{ path: Uint8Array[]; fromRoot: Uint8Array; toRoot: Uint8Array }> {
  const ranges = consistencyRanges(from, to);
  const whole = [from, to].filter((size) => size > 0).map((size): LeafRange => [0, size]);
  const known = await readNodes(db, log, [...ranges, ...whole]);
  const rootOf = (size: number) => (size === 0 ? sha256(new Uint8Array(0)) : known.range([0, size]));
  return { path: ranges.map((range) => known.range(range)), fromRoot: rootOf(from), toRoot: rootOf(to) };
}
