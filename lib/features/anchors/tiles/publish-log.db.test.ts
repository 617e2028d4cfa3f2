import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { readCheckpoint } from "@/lib/ledger/checkpoint";
import { tilePath, tilesOf } from "@/lib/ledger/tiles";
import { send } from "@/lib/testing/routes";
import * as anchors from "../contract";
import { anchorFixtures } from "../testing/fixtures";
import { publishLog } from "./service/publish-log";

const { ctx, operator } = anchorFixtures();
let folder: string;

async function append(count: number): Promise<void> {
  const body = { anchors: Array.from({ length: count }, (_, n) => ({ payload: { n } })) };
  expect((await send(anchors.anchorBatch, { token: operator(), body })).status).toBe(201);
}
const publish = (place = folder) => publishLog(ctx(), ANCHOR_LOG, place, { all: () => {}, one: () => {} });
async function filesIn(place: string): Promise<string[]> {
  const found = await readdir(place, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  return files.map((file) => path.relative(place, file)).sort();
}
const expected = (size: number) => ["checkpoint", ...[...tilesOf(size)].map(tilePath)].sort();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "governance-publish-"));
  await append(300);
});
afterAll(() => rm(folder, { recursive: true }));

describe("a published log", () => {
  it("has exactly the tiles of its checkpoint, with the bytes of the service", async () => {
    expect(await publish()).toBe(300);
    expect(await filesIn(folder)).toEqual(expected(300));
    expect(await readFile(path.join(folder, "checkpoint"), "utf8")).toBe(
      await (await send(anchors.getCheckpoint)).text(),
    );
  });

  it("grows: full tiles are not written again, and replace their partial ones", async () => {
    const full = path.join(folder, "tile/entries/000");
    const before = await stat(full);
    await append(220);
    expect(await publish()).toBe(520);
    expect(await filesIn(folder)).toEqual(
      [...expected(520), "tile/1/000.p/1"].sort().filter((name, at, all) => name !== all[at - 1]),
    );
    expect((await stat(full)).ino).toBe(before.ino);
  });

  it("is finished by the next run, if one was interrupted", async () => {
    const place = path.join(folder, "..", `${path.basename(folder)}-cut`);
    try {
      let left = 3;
      const stop = () => {
        left -= 1;
        if (left === 0) throw new Error("interrupted");
      };
      await expect(publishLog(ctx(), ANCHOR_LOG, place, { all: () => {}, one: stop })).rejects.toThrow("interrupted");
      expect(await filesIn(place)).toHaveLength(3);
      expect(await publish(place)).toBe(520);
      expect(await filesIn(place)).toEqual(expected(520));
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });

  it("is left as it is, if the log does not continue it", async () => {
    const file = path.join(folder, "checkpoint");
    const note = await readFile(file, "utf8");
    const { origin = "", size = 0 } = readCheckpoint(note) ?? {};
    for (const [other, reason] of [
      [note.replace(`\n${size}\n`, "\n521\n"), /has 521 entries, and the log has only 520\.$/],
      [note.replace(`\n${size}\n`, "\n519\n"), /is of other entries than those of the log\.$/],
      [note.replace(origin, "another.log/anchors"), /is of another log, another\.log\/anchors\.$/],
      ["nothing", /is no checkpoint\.$/],
    ] as const) {
      await writeFile(file, other);
      await expect(publish()).rejects.toThrow(reason);
      expect(await readFile(file, "utf8")).toBe(other);
    }
  });
});
