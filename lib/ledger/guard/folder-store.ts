import { type FileHandle, mkdir, open, readdir, unlink } from "node:fs/promises";
import path from "node:path";
import { type GuardStore, isWitnessed, type LogState } from "./guard-store";

/** A state is the name of an empty file: the size with all digits of a safe integer, and the root. */
const NAME = /^(\d{16})-([\w-]{43})$/;

const nameOf = ({ size, root }: LogState) =>
  `${String(size).padStart(16, "0")}-${Buffer.from(root).toString("base64url")}`;

function stateOf(name: string): LogState[] {
  const [, size, root = ""] = NAME.exec(name) ?? [];
  return size === undefined ? [] : [{ size: Number(size), root: new Uint8Array(Buffer.from(root, "base64url")) }];
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * Keeps states in a folder, a folder of each log in it. Several processes may share it: a state is added before smaller
 * ones are deleted, so none is ever lost.
 * @param syncs whether a state of our own logs is on the disk when `advance` resolves; one of a witnessed log always is
 */
export function folderStore(folder: string, syncs: boolean): GuardStore {
  const handles = new Map<string, Promise<FileHandle>>();
  // An origin has slashes.
  const folderOf = (origin: string) => path.join(folder, encodeURIComponent(origin));
  const isDurable = (origin: string) => syncs || isWitnessed(origin);

  /** Returns the handle of a log's folder, and makes the folder if necessary. */
  async function openFolder(origin: string): Promise<FileHandle> {
    const of = folderOf(origin);
    await mkdir(of, { recursive: true });
    for (const parent of isDurable(origin) ? [path.dirname(folder), folder] : []) {
      const handle = await open(parent, "r");
      await handle.sync().finally(() => handle.close());
    }
    return open(of, "r");
  }

  function handleOf(origin: string): Promise<FileHandle> {
    const handle = handles.get(origin) ?? openFolder(origin);
    handles.set(origin, handle);
    handle.catch(() => handles.delete(origin));
    return handle;
  }

  return {
    name: folder,
    async read(origin) {
      const names = await readdir(folderOf(origin)).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return names.flatMap(stateOf);
    },
    async advance(origin, next, known) {
      const of = folderOf(origin);
      const handle = await handleOf(origin);
      try {
        await (await open(path.join(of, nameOf(next)), "wx", 0o600)).close();
      } catch (error) {
        // The folder was deleted, with the handle's file.
        if (isMissing(error) && handles.delete(origin)) await handle.close();
        // Another process may have stored the same state, also with another account.
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      if (isDurable(origin)) await handle.sync();
      for (const state of known) {
        if (state.size >= next.size) continue;
        await unlink(path.join(of, nameOf(state))).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      }
    },
    close() {
      for (const handle of handles.values()) void handle.then((open) => open.close()).catch(() => {});
      handles.clear();
    },
  };
}
