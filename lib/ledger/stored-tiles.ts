import { and, between, eq } from "drizzle-orm";
import type { Reader } from "@/lib/database/open";
import { ledgerEntries, ledgerNodes } from "@/lib/database/schema/ledger";
import { STORED_LEVEL_STEP } from "./append";
import { concat, sameBytes, toHex } from "./bytes";
import { entryHash, recordOf } from "./entry";
import type { Head } from "./head";
import { CompactRange } from "./merkle";
import { readEntries } from "./pages";
import { sha256 } from "./sha256";
import { bundleOf, hasTile, TILE_WIDTH, type Tile, tilePath } from "./tiles";

type Log = Pick<Head, "log" | "origin">;

function assertWhole(isWhole: boolean, log: Log, tile: Tile): void {
  if (!isWhole) throw new Error(`the stored ${tilePath(tile)} of the log ${log.log} does not verify`);
}

/** Reads a bundle. Each of its records has the stored hash. */
async function readBundle(db: Reader, log: Log, tile: Tile): Promise<Uint8Array> {
  const entries = await readEntries(db, log, tile.index * TILE_WIDTH + 1, tile.width);
  assertWhole(entries.length === tile.width, log, tile);
  for (const entry of entries) assertWhole(toHex(entryHash(sha256, entry)) === entry.hash, log, tile);
  return bundleOf(entries.map(recordOf));
}

/** Reads consecutive hashes of a stored level, in order. */
async function readLevel(db: Reader, log: string, level: number, first: number, width: number): Promise<Uint8Array[]> {
  const ofLevel = and(
    eq(ledgerNodes.log, log),
    eq(ledgerNodes.level, level * STORED_LEVEL_STEP),
    between(ledgerNodes.index, first, first + width - 1),
  );
  const ofLeaves = and(eq(ledgerEntries.log, log), between(ledgerEntries.seq, first + 1, first + width));
  const rows =
    level === 0
      ? await db.select({ hash: ledgerEntries.hash }).from(ledgerEntries).where(ofLeaves).orderBy(ledgerEntries.seq)
      : await db.select({ hash: ledgerNodes.hash }).from(ledgerNodes).where(ofLevel).orderBy(ledgerNodes.index);
  return rows.map(({ hash }) => hash);
}

/** Reads the hashes of a tile. Those of a full tile have the stored root. */
async function readHashes(db: Reader, log: Log, tile: Tile, level: number): Promise<Uint8Array> {
  const { index, width } = tile;
  const hashes = await readLevel(db, log.log, level, index * TILE_WIDTH, width);
  assertWhole(hashes.length === width, log, tile);
  if (width === TILE_WIDTH) {
    const tree = new CompactRange(sha256);
    for (const hash of hashes) tree.append(hash);
    const [root] = await readLevel(db, log.log, level + 1, index, 1);
    assertWhole(root !== undefined && sameBytes(root, tree.root()), log, tile);
  }
  return concat(...hashes);
}

/** Reads a tile of the head's tree. @returns null if the log does not serve it; @throws Error if it does not verify */
export async function readStoredTile(db: Reader, head: Head, tile: Tile): Promise<Uint8Array | null> {
  if (!hasTile(head.tree.size, tile)) return null;
  const { level } = tile;
  return level === "entries" ? readBundle(db, head, tile) : readHashes(db, head, tile, level);
}
