import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { TILE_WIDTH, type Tile, tilePath, tilesOf } from "./tiles";

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Writes a file under a temporary name and renames it, so a reader finds it whole or not at all. */
async function replaceFile(file: string, content: Uint8Array | string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.writing`;
  await writeFile(temporary, content);
  await rename(temporary, file);
}

/**
 * Writes the tiles of a log of `size` as files, and its checkpoint last. Full tiles that exist are not written again. They
 * replace their partial ones.
 * @param note the signed checkpoint; @param read returns the bytes of a tile; @param onTile called for each tile
 */
export async function writeTree(
  directory: string,
  { size, note }: { size: number; note: string },
  read: (tile: Tile) => Promise<Uint8Array>,
  onTile?: () => void,
): Promise<void> {
  for (const tile of tilesOf(size)) {
    const file = path.join(directory, tilePath(tile));
    if (!(await exists(file))) {
      await replaceFile(file, await read(tile));
      if (tile.width === TILE_WIDTH) await rm(`${file}.p`, { recursive: true, force: true });
    }
    onTile?.();
  }
  await replaceFile(path.join(directory, "checkpoint"), note);
}
