import { createHash } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import path from "node:path";

/** How long a digest is used for a file that seems unchanged. */
const REMEMBER_MILLISECONDS = 60_000;
/**
 * A file that changed this recently may change again without a new time stamp, because of the file system's clock
 * resolution.
 */
const SETTLE_MILLISECONDS = 2_000;
const CHUNK_BYTES = 1 << 20;
/** The errors of `open` for a missing or unreadable file. Any other error is a fault of ours, and is thrown. */
const NO_FILE = ["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM"];

interface Remembered {
  identity: string;
  until: number;
  digest: Promise<string>;
}

const remembered = new Map<string, Remembered>();

/** Returns a text that changes whenever a file's bytes do, except for writes within the clock's resolution. */
function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join();
}

/**
 * Opens a plain file below `root`, by a path without any symbolic link.
 * @returns null if there is none; a directory, a pipe, a device or a link does not count
 */
async function openPlain(root: string, file: string): Promise<{ handle: FileHandle; stats: BigIntStats } | null> {
  let handle: FileHandle;
  try {
    const realRoot = await realpath(root);
    const place = path.join(realRoot, file);
    if (!place.startsWith(realRoot + path.sep) || (await realpath(place)) !== place) return null;
    handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (NO_FILE.includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
  const stats = await handle.stat({ bigint: true });
  if (stats.isFile()) return { handle, stats };
  await handle.close();
  return null;
}

async function hash(handle: FileHandle): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES })) {
    sum.update(chunk);
  }
  return sum.digest("hex");
}

/**
 * Returns the SHA-256 of a file's bytes, in lower-case hex, read as a stream. An unchanged file is read once, however
 * many ask, and again after a minute.
 * @param file a path below `root`
 * @returns "" if there is no plain file; see `openPlain`
 */
export async function digestFile(root: string, file: string): Promise<string> {
  const opened = await openPlain(root, file);
  if (!opened) return "";
  const { handle, stats } = opened;
  const place = path.resolve(root, file);
  const identity = identityOf(stats);
  const now = Date.now();
  const known = remembered.get(place);
  if (known?.identity === identity && now < known.until) {
    await handle.close();
    return known.digest;
  }
  const settled = now - Number(stats.ctimeMs) > SETTLE_MILLISECONDS;
  const entry: Remembered = { identity, until: now + REMEMBER_MILLISECONDS, digest: hash(handle) };
  remembered.set(place, entry);
  let keep = false;
  try {
    const digest = await entry.digest;
    keep = settled && identityOf(await handle.stat({ bigint: true })) === identity;
    return digest;
  } finally {
    if (!keep && remembered.get(place) === entry) remembered.delete(place);
    await handle.close();
  }
}
