import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type RequestScope, runInScope } from "@/lib/authority/context";
import { ErrorBody } from "@/lib/http/errors";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { readCheckpoint } from "@/lib/ledger/checkpoint";
import { CompactRange, type TreeNode, verifyInclusion } from "@/lib/ledger/merkle";
import { sha256 } from "@/lib/ledger/sha256";
import { type Tile, tileIndexText, tilesOf } from "@/lib/ledger/tiles";
import { send } from "@/lib/testing/routes";
import * as anchors from "../contract";
import { anchor, anchorFixtures, call } from "../testing/fixtures";
import * as contract from "./contract";

const { database, operator } = anchorFixtures();
const SIZE = 600;

const ask = (log: string, level: Tile["level"], index: string) =>
  send(contract.getLogTile, { params: { log, level: `${level}`, index } });
async function bytesOf(tile: Tile): Promise<Buffer> {
  const response = await ask("anchors", tile.level, tileIndexText(tile));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
async function append(count: number): Promise<void> {
  const body = { anchors: Array.from({ length: count }, (_, n) => ({ payload: { n } })) };
  expect((await send(anchors.anchorBatch, { token: operator(), body })).status).toBe(201);
}

/** Splits a bundle at its lengths. */
function recordsOf(bundle: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + bundle.readUInt16BE(at);
    records.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return records;
}

beforeAll(async () => {
  await append(300);
  await append(SIZE - 300);
});

describe("the tiles of a log", () => {
  it("rebuild the signed root: bundles give the leaves, and each tile has the hashes of the tree", async () => {
    const note = await (await send(contract.getLogCheckpoint, { params: { log: "anchors" } })).text();
    expect(note).toBe(await (await send(anchors.getCheckpoint)).text());
    const tree = new CompactRange(sha256);
    const nodes: TreeNode[] = [];
    const tiles = [...tilesOf(SIZE)];
    for (const tile of tiles.filter(({ level }) => level === "entries")) {
      const records = recordsOf(await bytesOf(tile));
      expect(records).toHaveLength(tile.width);
      for (const record of records) tree.append(sha256(Buffer.concat([Buffer.of(0), record])), (n) => nodes.push(n));
    }
    const { size, root } = readCheckpoint(note) ?? {};
    expect([size, root && toHex(root)]).toEqual([SIZE, toHex(tree.root())]);
    for (const { level, index, width } of tiles) {
      if (level === "entries") continue;
      const hashes = nodes.filter((node) => node.level === level * 8 && Math.floor(node.index / 256) === index);
      expect(await bytesOf({ level, index, width })).toEqual(Buffer.concat(hashes.map(({ hash }) => hash)));
    }
  });

  it("say that they never change, and only the full ones may be kept for good", async () => {
    for (const [index, isFinal] of [
      ["000", true],
      ["002.p/88", undefined],
      ["002.p/1", undefined],
    ] as const) {
      const scope: RequestScope = { requestId: "r-1", address: "", event: {} };
      const response = await runInScope(scope, () => ask("anchors", 0, index));
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      expect(response.headers.get("etag")).toMatch(/^"[\w-]{43}"$/);
      expect(scope.isFinal).toBe(isFinal);
    }
  });

  it.each([
    ["anchors", "0", "002"],
    ["anchors", "0", "002.p/89"],
    ["anchors", "0", "000.p/255"],
    ["anchors", "1", "000"],
    ["anchors", "1", "000.p/3"],
    ["anchors", "2", "000.p/1"],
    ["anchors", "63", "000"],
    ["anchors", "64", "000"],
    ["anchors", "entries", "002.p/01"],
    ["anchors", "entries", "2"],
    ["nobody", "entries", "000"],
  ])("%s/tile/%s/%s is 404 and not kept by anyone", async (log, level, index) => {
    const response = await send(contract.getLogTile, { params: { log, level, index } });
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(ErrorBody.parse(await response.json())).toMatchObject({ error: "Not found", code: "NOT_FOUND" });
  });

  it("are served in development too, where Next splits the rest of the path", async () => {
    const { GET } = await import("@/app/log/[log]/tile/[level]/[...index]/route");
    const params = Promise.resolve({ log: "anchors", level: "entries", index: ["002.p", "88"] });
    expect((await GET(new Request("http://federation.test/"), { params })).status).toBe(200);
  });
});

describe("a tlog-proof", () => {
  it("proves an entry by the checkpoint in it", async () => {
    const { body } = await anchor(operator(), { payload: "proved" });
    const text = await (await send(anchors.getTlogProof, { params: { id: String(body["id"]) } })).text();
    const end = text.indexOf("\n\n");
    const [version, index, ...path] = text.slice(0, end).split("\n");
    expect([version, index]).toEqual(["c2sp.org/tlog-proof@v1", `index ${Number(body["seq"]) - 1}`]);
    const checkpoint = readCheckpoint(text.slice(end + 2));
    const proof = {
      index: Number(body["seq"]) - 1,
      size: checkpoint?.size ?? 0,
      leaf: fromHex(String(body["hash"])),
      path: path.map((hash) => new Uint8Array(Buffer.from(hash, "base64"))),
      root: checkpoint?.root ?? new Uint8Array(),
    };
    expect(verifyInclusion(sha256, proof)).toBe(true);
    expect((await call(anchors.getTlogProof, { params: { id: "nobody" } })).status).toBe(404);
  });
});

describe("a tile that was changed in the database", () => {
  const without = async (statement: ReturnType<typeof sql>) => {
    await database().transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(statement);
    });
  };

  it("is not served: neither a hash, nor a record", async () => {
    await append(1);
    await without(sql`update ledger_entries set hash = sha256('forged') where log = 'anchors' and seq = 7`);
    expect((await ask("anchors", 0, "000")).status).toBe(500);
    expect((await ask("anchors", "entries", "000")).status).toBe(500);
    expect((await ask("anchors", "entries", "001")).status).toBe(200);
    await without(sql`update ledger_entries set validation_status = 'forged' where log = 'anchors' and seq = 300`);
    expect((await ask("anchors", "entries", "001")).status).toBe(500);
    expect((await ask("anchors", 0, "001")).status).toBe(200);
  });
});
