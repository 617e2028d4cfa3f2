import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Context } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { sameBytes } from "@/lib/ledger/bytes";
import { readCheckpoint } from "@/lib/ledger/checkpoint";
import { type Head, readHead } from "@/lib/ledger/head";
import { proveConsistency } from "@/lib/ledger/proofs";
import { readStoredTile } from "@/lib/ledger/stored-tiles";
import { tilePath, tilesOf } from "@/lib/ledger/tiles";
import { writeTree } from "@/lib/ledger/write-tree";
import { checkpointSigners, issueCheckpoint } from "../../service/checkpoint";
import type { LogName } from "../../service/prove";
import { addCosignatures } from "../../witnesses/service/cosignatures";

/** Finds a checkpoint in the folder that the log does not continue. @returns a sentence, or null */
async function faultInPublished(db: Reader, directory: string, { log, origin, tree }: Head): Promise<string | null> {
  const file = path.join(directory, "checkpoint");
  const note = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (note === null) return null;
  const published = readCheckpoint(note);
  if (!published) return `${file} is no checkpoint.`;
  if (published.origin !== origin) return `${file} is of another log, ${published.origin}.`;
  if (published.size > tree.size) return `${file} has ${published.size} entries, and the log has only ${tree.size}.`;
  const { fromRoot } = await proveConsistency(db, log, published.size, tree.size);
  return sameBytes(fromRoot, published.root) ? null : `${file} is of other entries than those of the log.`;
}

/**
 * Writes a log as files, which any web server can serve as `/log/{log}` is served.
 * @param onTiles called with the number of tiles first, and then for each tile
 * @returns how many entries it has
 * @throws Error if the folder has a checkpoint that this log does not continue
 */
export async function publishLog(
  { db }: Context,
  log: LogName,
  directory: string,
  onTiles: { all: (count: number) => void; one: () => void },
): Promise<number> {
  const signers = await checkpointSigners(db);
  const head = await readHead(db, log);
  const fault = await faultInPublished(db, directory, head);
  if (fault !== null) throw new Error(fault);
  const { size } = head.tree;
  const { note } = await issueCheckpoint(db, head, signers);
  const cosigned = await addCosignatures(db, log, note);
  onTiles.all([...tilesOf(size)].length);
  await writeTree(
    directory,
    { size, note: cosigned },
    async (tile) => {
      const bytes = await readStoredTile(db, head, tile);
      if (!bytes) throw new Error(`the log ${log} has no ${tilePath(tile)}`);
      return bytes;
    },
    onTiles.one,
  );
  return size;
}
