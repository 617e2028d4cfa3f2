import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { type Client, openClient } from "@/lib/database/client";
import type { Database } from "@/lib/database/open";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { toHex } from "@/lib/ledger/bytes";
import { folderStore } from "@/lib/ledger/guard/folder-store";
import { guardOf, setGuardStore, stateOf } from "@/lib/ledger/guard/guard";
import { closedStore, type GuardStore, type LogState } from "@/lib/ledger/guard/guard-store";
import { readHead } from "@/lib/ledger/head";
import { createDraft } from "@/lib/ledger/link";
import { CompactRange } from "@/lib/ledger/merkle";
import { sha256 } from "@/lib/ledger/sha256";
import { appendAnchors } from "./append";
import { checkHead, locateEntry, proveAnchor, readCheckpoint } from "./prove";

let copy: Awaited<ReturnType<typeof createTestDatabase>>;
const clients: Client[] = [];
let db: Database;
let ctx: Context;
let folder: string;

function connect(): Database {
  const client = openClient(copy.address);
  clients.push(client);
  return drizzle(client);
}
beforeAll(async () => {
  copy = await createTestDatabase();
  db = connect();
  ctx = systemContext(db);
  await ensureSigningKey(db, undefined, new Date());
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
  await copy.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guard-"));
  setGuardStore(db, folderStore(folder, true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

let number = 0;
async function append(on = db, key?: string) {
  number += 1;
  const content = { did: "did:fed:s1:atlas", kind: "note", scope: "PUBLIC" as const, payload: key ?? number };
  const [appended] = await appendAnchors(on, [{ ...createDraft(content, new Date()), key }]);
  return appended?.receipt;
}
const head = () => readHead(db, ANCHOR_LOG);
const guard = async () => guardOf(db, await head());
const sizeOf = async () => (await head()).tree.size;
const stored = async (store: GuardStore = folderStore(folder, true)) =>
  (await store.read((await head()).origin)).map(({ size }) => size);
const anotherRoot = new Uint8Array(32).fill(7);

/** Makes the time after which a stopped log is compared again pass. */
function passSeconds(seconds: number): void {
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + seconds * 1_000);
}

describe("the guard", () => {
  it("has each state before its receipt, checkpoint or proof is returned, and keeps the newest", async () => {
    const receipt = await append();
    expect(await stored()).toEqual([receipt?.tree_size]);
    const last = await append();
    await Promise.all(Array.from({ length: 50 }, () => append()));
    expect(await stored()).toEqual([await sizeOf()]);
    expect(last?.tree_size).toBe((receipt?.tree_size ?? 0) + 1);
    await setFreeze({ ...ctx }, { subsystem: "relay", frozen: true, reason: "test" });
    const council = await readHead(db, COUNCIL_LOG);
    expect(await folderStore(folder, true).read(council.origin)).toEqual([]);
    await readCheckpoint(ctx, { log: COUNCIL_LOG });
    const [state] = await folderStore(folder, true).read(council.origin);
    expect(state && [state.size, toHex(state.root)]).toEqual([council.tree.size, toHex(council.tree.root())]);
    await setFreeze(ctx, { subsystem: "relay", frozen: false, reason: "test" });
  });

  it("shares one access among callers that come together", async () => {
    await append();
    const store = folderStore(folder, false);
    const advance = vi.spyOn(store, "advance");
    setGuardStore(db, store);
    await append();
    advance.mockClear();
    await Promise.all(Array.from({ length: 100 }, () => append()));
    expect(advance.mock.calls.length).toBeLessThan(20);
    expect(await stored()).toEqual([await sizeOf()]);
  });

  it("continues after a restart, with what another process appended", async () => {
    await append();
    const other = connect();
    setGuardStore(other, folderStore(folder, true));
    await Promise.all(Array.from({ length: 20 }, (_, n) => append(n % 2 === 0 ? db : other)));
    await Promise.all([append(db), append(other)]);
    setGuardStore(db, folderStore(folder, true));
    expect((await append())?.tree_size).toBe(await sizeOf());
    expect(await stored()).toEqual([await sizeOf()]);
  });

  it.each<[what: string, state: (size: number) => LogState, says: RegExp]>([
    [
      "is behind what was signed",
      (size) => ({ size: size + 5, root: anotherRoot }),
      /entr(?:y|ies), but \d+ were signed/,
    ],
    ["was forked at this size", (size) => ({ size, root: anotherRoot }), /it is not the log that was signed/],
    ["was forked before", (size) => ({ size: size - 2, root: anotherRoot }), /it is not the log that was signed/],
  ])("signs nothing of a log that %s, and the log stays readable", async (_, state, says) => {
    for (let times = 0; times < 3; times += 1) await append();
    const before = await sizeOf();
    setGuardStore(db, folderStore(folder, true));
    const { origin } = await head();
    await rm(path.join(folder, encodeURIComponent(origin)), { recursive: true });
    await folderStore(folder, true).advance(origin, state(before), []);
    await expect(readCheckpoint(ctx, { log: ANCHOR_LOG })).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(says),
    });
    await expect(append()).rejects.toMatchObject({ kind: "frozen", message: expect.stringMatching(says) });
    const id = (await lastId()) ?? "";
    await expect(proveAnchor(ctx, { id })).rejects.toMatchObject({ kind: "unavailable" });
    expect(await locateEntry(ctx, id)).toMatchObject({
      ...{ entry: { id, seq: before }, receipt: null },
      unsigned: { message: expect.stringMatching(says) },
    });
    await expect(checkHead(ctx, ANCHOR_LOG)).rejects.toMatchObject({ message: expect.stringMatching(says) });
    expect(await checkHead(ctx, COUNCIL_LOG)).toBeGreaterThanOrEqual(0);
    expect(await sizeOf()).toBe(before);
    expect(await readCheckpoint(ctx, { log: COUNCIL_LOG })).toContain("council");

    // The operator has restored what was lost, or removed the wrong guard.
    await rm(path.join(folder, encodeURIComponent(origin)), { recursive: true });
    await expect(append()).rejects.toMatchObject({ kind: "frozen" });
    passSeconds(6);
    expect((await append())?.tree_size).toBe(before + 1);
  });

  it("waits for a database that is behind for a moment", async () => {
    await append();
    const present = await head();
    setGuardStore(db, folderStore(folder, true));
    const later = connect();
    await append(later);
    const newest = stateOf(await head());
    await folderStore(folder, true).advance(present.origin, newest, []);
    await guardOf(db, present).accept(stateOf(present));
    expect(await readCheckpoint(ctx, { log: ANCHOR_LOG })).toContain(`\n${newest.size}\n`);
  });

  it("knows a head that lacks signed entries, or has others of the same number", async () => {
    await append();
    const present = await head();
    const own = await guard();
    expect(own.lacks(present)).toBe(false);
    const shorter = { ...present, tree: new CompactRange(sha256) };
    expect(own.lacks(shorter)).toBe(true);
    vi.spyOn(present.tree, "root").mockReturnValue(anotherRoot);
    expect(own.lacks(present)).toBe(true);
  });

  it("that is emptied while the service runs stops the log, until a start may begin again", async () => {
    await append();
    const { origin } = await head();
    await rm(path.join(folder, encodeURIComponent(origin)), { recursive: true });
    (await guard()).forget();
    const refused = { kind: "frozen", message: expect.stringMatching(/guard is empty.*GUARD_ADOPT=1/) };
    await expect(append()).rejects.toMatchObject(refused);
    setGuardStore(db, folderStore(folder, true), () => false);
    await expect(append()).rejects.toMatchObject(refused);
    setGuardStore(db, folderStore(folder, true), () => true);
    expect((await append())?.tree_size).toBe(await sizeOf());
  });

  it("signs nothing until it is opened", async () => {
    await append();
    const before = await sizeOf();
    setGuardStore(db, closedStore(), () => false);
    const silent = { kind: "unavailable", message: "The guard of the logs does not respond." };
    await expect(readCheckpoint(ctx, { log: ANCHOR_LOG })).rejects.toMatchObject(silent);
    await expect(append()).rejects.toMatchObject(silent);
    expect(await sizeOf()).toBe(before);
  });

  it("leaves one state in a folder that several processes share", async () => {
    const other = connect();
    setGuardStore(other, folderStore(folder, true));
    for (let round = 0; round < 5; round += 1) await Promise.all([append(db), append(other)]);
    await append(db);
    await append(db);
    expect(await stored()).toEqual([await sizeOf()]);
  });
});

describe("a guard that fails", () => {
  /** A store that can begin to fail, before or after it did its work. */
  function failing(when: "stored" | "not stored") {
    const inner = folderStore(folder, false);
    const state = { fails: false };
    const store: GuardStore = {
      ...inner,
      async advance(...parameters) {
        if (!state.fails || when === "stored") await inner.advance(...parameters);
        if (state.fails) throw new Error("no space left");
      },
    };
    return { store, state };
  }

  it.each(["stored", "not stored"] as const)(
    "after a commit (%s): the entry is stored without a receipt, and its key brings the receipt later",
    async (when) => {
      const { store, state } = failing(when);
      setGuardStore(db, store);
      await append();
      state.fails = true;
      const before = await sizeOf();
      const key = `late-${when}`;
      await expect(append(db, key)).rejects.toMatchObject({
        kind: "unavailable",
        message: expect.stringMatching(/^The anchor is stored, but its receipt waits.*does not respond/),
      });
      expect(await sizeOf()).toBe(before + 1);
      // Nothing more is stored while it fails.
      await expect(append()).rejects.toMatchObject({
        kind: "unavailable",
        message: expect.not.stringMatching(/is stored/),
      });
      expect(await sizeOf()).toBe(before + 1);
      state.fails = false;
      const receipt = await append(db, key);
      expect(receipt).toMatchObject({ leaf_index: before, tree_size: before + 1 });
      expect(await stored()).toEqual([before + 1]);
    },
  );

  it("that is a file where the folder should be does not respond, and callers learn no path", async () => {
    await writeFile(path.join(folder, "file"), "");
    setGuardStore(db, folderStore(path.join(folder, "file"), true));
    await expect(readCheckpoint(ctx, { log: ANCHOR_LOG })).rejects.toMatchObject({
      kind: "unavailable",
      message: "The guard of the logs does not respond.",
    });
    expect(await readdir(folder)).toEqual(["file"]);
  });
});

async function lastId(): Promise<string | undefined> {
  const [last] = await db.execute<{ id: string }>(
    "select id from ledger_entries where log = 'anchors' order by seq desc limit 1",
  );
  return last?.id;
}
