import { STORED_LEVEL_STEP } from "./append";

/** Hashes, or entries, of a full tile. */
export const TILE_WIDTH = 2 ** STORED_LEVEL_STEP;
const MAX_LEVEL = 63;

/** A tile of hashes at a level, or a bundle of entries (C2SP tlog-tiles). */
export interface Tile {
  level: number | "entries";
  index: number;
  /** 256, or less if the tile is partial. */
  width: number;
}

const LEVEL = /^(?:0|[1-9]\d?)$/;
const INDEX = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Returns a tile's index as in its address: `x001/x234/067`, and `.p/112` after it if the tile is partial. */
export function tileIndexText({ index, width }: Omit<Tile, "level">): string {
  const groups = [String(index % 1_000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000)) {
    groups.unshift(`x${String(rest % 1_000).padStart(3, "0")}`);
  }
  return groups.join("/") + (width < TILE_WIDTH ? `.p/${width}` : "");
}

/** Returns a tile's path below the address of its log. */
export const tilePath = (tile: Tile): string => `tile/${tile.level}/${tileIndexText(tile)}`;

/** Parses the two parts of a tile's address. @returns null if it is malformed, or not the tile's only address */
export function readTile(level: string, indexText: string): Tile | null {
  const [, groups = "", partial] = INDEX.exec(indexText) ?? [];
  const index = Number(groups.replaceAll(/[x/]/g, ""));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const isLevel = level === "entries" || (LEVEL.test(level) && Number(level) <= MAX_LEVEL);
  if (!isLevel || groups === "" || !Number.isSafeInteger(index)) return null;
  const tile: Tile = { level: level === "entries" ? level : Number(level), index, width };
  return tileIndexText(tile) === indexText ? tile : null;
}

/** Returns how many hashes, or entries, a log of `size` has at a level. */
const countAt = (level: Tile["level"], size: number) =>
  level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);

/** Returns whether a log of `size` serves a tile. A partial one is served until its full tile exists. */
export function hasTile(size: number, { level, index, width }: Tile): boolean {
  const count = countAt(level, size) - index * TILE_WIDTH;
  return width <= count && (width === TILE_WIDTH || count < TILE_WIDTH);
}

/** Yields every tile and bundle of a log of `size`, the lowest level first. */
export function* tilesOf(size: number): Generator<Tile> {
  const levels: Tile["level"][] = ["entries", 0];
  for (let level = 1; countAt(level, size) > 0; level += 1) levels.push(level);
  for (const level of levels) {
    const count = countAt(level, size);
    for (let index = 0; index * TILE_WIDTH < count; index += 1) {
      yield { level, index, width: Math.min(count - index * TILE_WIDTH, TILE_WIDTH) };
    }
  }
}

/** Returns a bundle of records: each after its length, a big-endian uint16. */
export function bundleOf(records: readonly string[]): Uint8Array {
  return Buffer.concat(
    records.flatMap((record) => {
      const bytes = Buffer.from(record);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}
