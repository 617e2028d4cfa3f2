import { open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { settings } from "@/lib/foundation/env";
import { Explained } from "@/lib/foundation/reason";

/** Private keys, PKCS #8 as PEM, by the thumbprint of their public key (RFC 7638). */
type KeysByKid = ReadonlyMap<string, string>;

const KeyFile = z.record(z.string(), z.string());

/** Returns the path of the private keys beside the embedded database; undefined with a database server. */
export function keyFile(): string | undefined {
  const { DATABASE_URL, DATA_DIR } = settings();
  return DATABASE_URL === undefined ? path.join(DATA_DIR, "signing-keys.json") : undefined;
}

/** Reads private keys. @returns none if there is no such file @throws Error with a sentence, if it cannot be read */
export async function readKeyFile(file: string): Promise<KeysByKid> {
  try {
    return new Map(Object.entries(KeyFile.parse(JSON.parse(await readFile(file, "utf8")))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    const remedy = "Restore it from a backup, or delete it: then the next start makes new keys.";
    // Not the error of the parser, which may quote a key.
    throw new Explained(`The signing keys in ${file} cannot be read. ${remedy}`);
  }
}

/**
 * Adds private keys to the file, for its owner alone. When this resolves, they are on the disk. A crash leaves the old file
 * or the new one.
 */
export async function addToKeyFile(file: string, keys: KeysByKid): Promise<void> {
  const all = new Map([...(await readKeyFile(file)), ...keys]);
  const next = `${file}.new`;
  const written = await open(next, "w", 0o600);
  try {
    await written.chmod(0o600);
    await written.writeFile(`${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(next, file);
  const directory = await open(path.dirname(file), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
