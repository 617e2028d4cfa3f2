import { type Context, requestScope } from "@/lib/authority/context";
import { notFound } from "@/lib/foundation/errors";
import { readStoredTile } from "@/lib/ledger/stored-tiles";
import { readTile, TILE_WIDTH } from "@/lib/ledger/tiles";
import { headOf } from "../../service/prove";
import type { TileParams } from "../schema";

/** Returns the bytes of a tile. @throws ServiceError `notFound` if the address is malformed or the log has no such tile */
export async function readLogTile({ db }: Context, { log, level, index }: TileParams): Promise<Uint8Array> {
  const head = await headOf(db, log);
  const tile = readTile(level, index);
  const bytes = tile && (await readStoredTile(db, head, tile));
  if (!bytes) throw notFound(`The log of ${head.tree.size} entries has no such tile.`);
  if (tile.width === TILE_WIDTH) requestScope().isFinal = true;
  return bytes;
}
