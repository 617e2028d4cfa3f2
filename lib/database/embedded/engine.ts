import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";

/** The error numbers of WebAssembly's file system (WASI), which differ from the system's. */
const REASONS: Readonly<Record<number, string>> = {
  2: "this account may not write there (EACCES)",
  19: "this account's quota of the disk is used up (EDQUOT)",
  29: "the disk has a fault (EIO)",
  33: "this process has too many open files (EMFILE)",
  51: "no space is left on the disk (ENOSPC)",
  63: "this account may not do that there (EPERM)",
  69: "the disk is read-only (EROFS)",
};

/** Returns an Error for what PGlite throws. It throws errors of its file system, which are no Errors and have no text. */
export function errorOfEngine(thrown: unknown, directory = "memory"): unknown {
  const { errno } = (thrown ?? {}) as { errno?: unknown };
  if (thrown instanceof Error || typeof errno !== "number") return thrown;
  const reason = REASONS[errno] ?? `error ${errno} of its file system`;
  return new Error(`The embedded database in ${directory} cannot be opened: ${reason}.`);
}

export async function openEngine(options: PGliteOptions): Promise<PGlite> {
  try {
    return await PGlite.create({ extensions: { pg_trgm, vector }, ...options });
  } catch (error) {
    throw errorOfEngine(error, options.dataDir);
  }
}
