import { mkdtemp, open as openFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { folderStore } from "./folder-store";
import { type GuardStore, type LogState, memoryStore, witnessedName } from "./guard-store";
import { redisStore } from "./redis-store";

const ORIGIN = "federation-governance/0190b2f4/anchors";
const REDIS = process.env["TEST_REDIS_URL"];
const state = (size: number, fill = size % 256): LogState => ({ size, root: new Uint8Array(32).fill(fill) });
const open: GuardStore[] = [];
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "guard-"));
  folders.push(folder);
  return folder;
}
afterEach(async () => {
  for (const store of open.splice(0)) store.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const STORES: [name: string, make: () => Promise<() => GuardStore>][] = [
  [
    "a folder, on the disk at once",
    async () => {
      const folder = path.join(await newFolder(), "a", "guard");
      return () => folderStore(folder, true);
    },
  ],
  [
    "a folder",
    async () => {
      const folder = await newFolder();
      return () => folderStore(folder, false);
    },
  ],
  [
    "Redis",
    async () => {
      const key = Math.random().toString(36).slice(2);
      const opened = () => {
        const store = redisStore(REDIS ?? "");
        return {
          ...store,
          read: (origin: string) => store.read(`${key}${origin}`),
          advance: (origin: string, ...rest: [LogState, readonly LogState[]]) =>
            store.advance(`${key}${origin}`, ...rest),
        };
      };
      return opened;
    },
  ],
];

describe.each(STORES.filter(([name]) => name !== "Redis" || REDIS !== undefined))("%s", (_, make) => {
  const opener = async () => {
    const create = await make();
    return () => {
      const store = create();
      open.push(store);
      return store;
    };
  };

  it("keeps the newest state of each log, also for another process", async () => {
    const create = await opener();
    const store = create();
    expect(await store.read(ORIGIN)).toEqual([]);
    await store.advance(ORIGIN, state(0), []);
    await store.advance(ORIGIN, state(7), [state(0)]);
    await store.advance(ORIGIN, state(Number.MAX_SAFE_INTEGER, 3), [state(7)]);
    await store.advance(`${ORIGIN}2`, state(5), []);
    expect(await create().read(ORIGIN)).toEqual([state(Number.MAX_SAFE_INTEGER, 3)]);
    expect(await create().read(`${ORIGIN}2`)).toEqual([state(5)]);
  });

  it("never loses a later state to a process that knows an earlier one", async () => {
    const create = await opener();
    const [one, other] = [create(), create()];
    await one.advance(ORIGIN, state(1), []);
    await one.advance(ORIGIN, state(9), [state(1)]);
    await other.advance(ORIGIN, state(4), [state(1)]);
    const sizes = (await create().read(ORIGIN)).map(({ size }) => size);
    expect(Math.max(...sizes)).toBe(9);
  });

  it("does not lose a state when the same is stored twice", async () => {
    const create = await opener();
    const store = create();
    await store.advance(ORIGIN, state(3), []);
    await store.advance(ORIGIN, state(3), [state(3)]);
    expect(await store.read(ORIGIN)).toEqual([state(3)]);
  });
});

describe("a folder", () => {
  it("has the states of witnessed logs on the disk at once, also if those of our own logs may wait", async () => {
    const folder = await newFolder();
    const store = folderStore(folder, false);
    open.push(store);
    const handle = await openFile(folder);
    const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, "sync");
    await handle.close();
    await store.advance(ORIGIN, state(1), []);
    expect(sync).not.toHaveBeenCalled();
    await store.advance(witnessedName("ab"), state(1), []);
    // The folder of all guards, its own, and the new state.
    expect(sync).toHaveBeenCalledTimes(3);
    await store.advance(witnessedName("ab"), state(2), [state(1)]);
    expect(sync).toHaveBeenCalledTimes(4);
    sync.mockRestore();
  });

  it("ignores files that are no states, and works again after it was deleted", async () => {
    const folder = await newFolder();
    const store = folderStore(folder, true);
    open.push(store);
    await store.advance(ORIGIN, state(1), []);
    const [log = ""] = await readdir(folder);
    await writeFile(path.join(folder, log, "notes.txt"), "");
    expect(await store.read(ORIGIN)).toEqual([state(1)]);
    await rm(path.join(folder, log), { recursive: true });
    await expect(store.advance(ORIGIN, state(2), [state(1)])).rejects.toThrow("ENOENT");
    await store.advance(ORIGIN, state(2), [state(1)]);
    expect(await store.read(ORIGIN)).toEqual([state(2)]);
  });
});

it("memory keeps the newest state", async () => {
  const store = memoryStore();
  await store.advance(ORIGIN, state(2), []);
  await store.advance(ORIGIN, state(1), []);
  expect(await store.read(ORIGIN)).toEqual([state(2)]);
});
