import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { toHex } from "@/lib/ledger/bytes";
import { readCheckpoint, verifierKeyOf } from "@/lib/ledger/checkpoint";
import { type Entry, recordOf } from "@/lib/ledger/entry";
import { inclusionRanges, NodeCache } from "@/lib/ledger/merkle";
import { receiptOf } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import { GeneratedLog, keyPair, ORIGIN } from "@/lib/ledger/testing/generated-log";
import { witness } from "@/lib/ledger/testing/witness";
import { bundleOf, type Tile } from "@/lib/ledger/tiles";
import { writeTree } from "@/lib/ledger/write-tree";
import { runScript } from "@/lib/testing/run-script";
import { viewTlogProof } from "../view";

const SCRIPT = path.resolve("public/evidence/audit.mjs");
const SAVED = path.resolve("lib/features/anchors/testing/saved-by-old-build");

let folder: string;
let run: (args: string[]) => Promise<{ code: number; said: string }>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "governance-audit-"));
  const script = await import(/* @vite-ignore */ pathToFileURL(SCRIPT).href);
  run = async (args) => {
    const { code, said } = await script.run(args);
    return { code, said };
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

let folders = 0;
const newPlace = (name: string) => {
  folders += 1;
  return path.join(folder, `${folders}-${name}`);
};
/** Writes a file. @returns its path */
function fileOf(name: string, content: string | Uint8Array): string {
  const file = newPlace(name);
  writeFileSync(file, content);
  return file;
}

/** Writes a log as files. @returns its folder */
async function published(log: GeneratedLog, note = log.note): Promise<string> {
  const place = newPlace("log");
  await writeTree(place, { size: log.size, note }, log.read);
  return place;
}
const KEY = new GeneratedLog(0).verifierKey;
const audit = (place: string, ...more: string[]) => run([place, "--key", KEY, ...more]);

/** Runs `work` on a place in which one file has other bytes. */
async function withChanged<T>(file: string, change: (bytes: Buffer) => unknown, work: () => Promise<T>) {
  const bytes = readFileSync(file);
  const copy = Buffer.from(bytes);
  const changed = change(copy);
  writeFileSync(file, changed instanceof Uint8Array ? changed : copy);
  try {
    return await work();
  } finally {
    writeFileSync(file, bytes);
  }
}

function filesOf(place: string): string[] {
  const found = readdirSync(place, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

describe("a whole log", () => {
  it.each([0, 1, 2, 255, 256, 257, 511, 512, 65_793])("of %i entries is found whole", async (size) => {
    const log = new GeneratedLog(size);
    const entries = `${size} ${size === 1 ? "entry" : "entries"}`;
    expect(await audit(await published(log))).toEqual({
      code: 0,
      said: `OK: whole and signed: ${entries} of ${ORIGIN}, the root ${toHex(log.checkpoint.root)}`,
    });
  });

  it("is found whole at any size, and when the next audit begins at any earlier size", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(600), fc.nat(600), async (before, more) => {
        const log = new GeneratedLog(before);
        const state = newPlace("state");
        expect((await audit(await published(log), "--state", state)).code).toBe(0);
        log.grow(before + more, "later");
        const { code, said } = await audit(await published(log), "--state", state);
        expect([code, said]).toEqual([0, expect.stringContaining(`, ${before} of them seen before, `)]);
        expect(JSON.parse(readFileSync(state, "utf8"))).toMatchObject({
          ...{ origin: ORIGIN, size: before + more, root: toHex(log.checkpoint.root), checkpoint: log.note },
        });
      }),
      { numRuns: 8 },
    );
  });

  it.each(["", "council-"])("saved by an old build is rebuilt to its signed root: %slog.json", async (name) => {
    const saved = (file: string) => readFileSync(path.join(SAVED, file), "utf8");
    const { entries } = JSON.parse(saved(`${name}log.json`)) as { entries: Entry[] };
    const note = saved(`${name}checkpoint.txt`);
    const read = async ({ level, index, width }: Tile) => {
      expect([index, width, level === "entries" || level === 0]).toEqual([0, entries.length, true]);
      return level === "entries"
        ? bundleOf(entries.map(recordOf))
        : Buffer.from(entries.map((e) => e.hash).join(""), "hex");
    };
    const place = newPlace("saved");
    await writeTree(place, { size: entries.length, note }, read);
    const { origin = "", root } = readCheckpoint(note) ?? {};
    const [{ x }] = JSON.parse(saved("jwks.json")).keys;
    const vkey = verifierKeyOf(sha256, origin, Buffer.from(x, "base64url"));
    expect(await run([place, "--key", vkey])).toEqual({
      code: 0,
      said: `OK: whole and signed: ${entries.length} entries of ${origin}, the root ${root && toHex(root)}`,
    });
  });
});

describe("a changed log", () => {
  it("is found by every single byte of each of its files", async () => {
    const place = await published(new GeneratedLog(3));
    const files = filesOf(place);
    expect(files).toHaveLength(3);
    for (const file of files) {
      for (let at = 0; at < readFileSync(file).length; at += 1) {
        const change = (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        const { code, said } = await withChanged(file, change, () => audit(place));
        expect([1, 2], `${file} ${at}: ${said}`).toContain(code);
      }
      for (const cut of [(bytes: Buffer) => bytes.subarray(1), (bytes: Buffer) => bytes.subarray(0, -1)])
        expect([1, 2]).toContain((await withChanged(file, cut, () => audit(place))).code);
    }
    expect((await audit(place)).code).toBe(0);
  });

  it("is found in tiles of the upper levels", async () => {
    const place = await published(new GeneratedLog(520));
    const tile = path.join(place, "tile/1/000.p/2");
    for (let at = 0; at < 64; at += 1) {
      const change = (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(at) ^ 128, at);
      expect(await withChanged(tile, change, () => audit(place))).toEqual({
        code: 1,
        said: "NOT WHOLE: tile/1/000.p/2 has hashes that are not those of the entries",
      });
    }
    rmSync(tile);
    expect(await audit(place)).toEqual({ code: 2, said: "NOT CHECKED: tile/1/000.p/2 is missing" });
  });

  it.each<[string, (entry: Omit<Entry, "hash">) => object, string]>([
    ["seq", (entry) => ({ ...entry, seq: 8 }), "its seq is 8"],
    [
      "prev_hash",
      (entry) => ({ ...entry, prev_hash: "0".repeat(64) }),
      "its prev_hash is not the hash of the entry before",
    ],
    ["created_at", (entry) => ({ ...entry, created_at: "2020-01-01T00:00:00.000Z" }), "its created_at is before that"],
    ["created_at", (entry) => ({ ...entry, created_at: "today" }), "its created_at is malformed"],
    ["log", (entry) => ({ ...entry, log: "other.test" }), "it is an entry of another log"],
  ])("is found although it is signed, if an entry has a wrong %s", async (_, change, reason) => {
    const log = new GeneratedLog(9, "", (entry) => (entry.seq === 5 ? change(entry) : entry));
    const { code, said } = await audit(await published(log));
    expect([code, said]).toEqual([1, expect.stringContaining(`NOT WHOLE: entry 5: ${reason}`)]);
  });

  it("is found if its root is another one than that of its entries", async () => {
    const other = new GeneratedLog(9, "other");
    expect(await audit(await published(new GeneratedLog(9), other.note))).toEqual({
      code: 1,
      said: "NOT WHOLE: the entries have another root than the checkpoint states",
    });
  });
});

describe("keys", () => {
  it("are required to say that a log is signed", async () => {
    const log = new GeneratedLog(2);
    const { code, said } = await run([await published(log)]);
    expect([code, said]).toEqual([
      2,
      expect.stringMatching(/^NOT CHECKED: who signed it: give --key or --policy\. Whole so far: 2 /),
    ]);
  });

  it("of others sign nothing", async () => {
    const place = await published(new GeneratedLog(2));
    const stranger = verifierKeyOf(sha256, ORIGIN, keyPair("stranger").raw);
    expect(await run([place, "--key", stranger])).toEqual({
      code: 1,
      said: "NOT WHOLE: the checkpoint of 2 entries is signed by none of the given keys",
    });
    expect((await run([place, "--key", stranger, "--key", KEY])).code).toBe(0);
    const elsewhere = verifierKeyOf(sha256, "other.test", keyPair("log").raw);
    expect((await run([place, "--key", elsewhere])).said).toBe(`NOT CHECKED: no key was given for the log ${ORIGIN}`);
  });

  it.each([
    "",
    "a",
    `${KEY}x`,
    KEY.replace("+", "-"),
    KEY.replace(/\+[0-9a-f]{8}/, "+00000000"),
    KEY.replace(/\+AV?/, "+BV"),
  ])("%j is none", async (key) => {
    const { code, said } = await run([await published(new GeneratedLog(1)), "--key", key]);
    expect([code, said.startsWith("NOT CHECKED: ")]).toEqual([2, true]);
  });
});

describe("a policy", () => {
  const [a, b, c] = ["w.test/a", "w.test/b", "w.test/c"].map((name) => witness(name)) as [
    ReturnType<typeof witness>,
    ReturnType<typeof witness>,
    ReturnType<typeof witness>,
  ];
  const WITNESSES = `log ${KEY}\nwitness A ${a.vkey}\nwitness B ${b.vkey} https://b.test\n\t# the third\nwitness C ${c.vkey}\n`;
  const log = new GeneratedLog(5);
  const codeFor = async (policy: string, ...by: { cosign: (note: string) => string }[]) => {
    const note = by.reduce((text, each) => each.cosign(text), log.note);
    return run([await published(log, note), "--policy", fileOf("policy", policy)]);
  };

  it.each<[string, string, { code: number; by: (typeof a)[] }[]]>([
    ["none", "quorum none\n", [{ code: 0, by: [] }]],
    [
      "one witness",
      "quorum B\n",
      [
        { code: 0, by: [b] },
        { code: 4, by: [a, c] },
      ],
    ],
    [
      "any",
      "group G any A B\nquorum G\n",
      [
        { code: 0, by: [b] },
        { code: 4, by: [c] },
      ],
    ],
    [
      "all",
      "group G all A B\nquorum G\n",
      [
        { code: 0, by: [c, b, a] },
        { code: 4, by: [a, c] },
      ],
    ],
    [
      "two of three",
      "group G 2 A B C\nquorum G\n",
      [
        { code: 0, by: [a, c] },
        { code: 4, by: [c] },
      ],
    ],
    [
      "nested groups",
      "group X any A B\n group\tY all  X C \nquorum Y\n",
      [
        { code: 0, by: [b, c] },
        { code: 4, by: [a, b] },
        { code: 4, by: [c] },
      ],
    ],
  ])("can require %s", async (_, rule, cases) => {
    for (const { code, by } of cases) {
      const result = await codeFor(WITNESSES + rule, ...by);
      expect([result.code, result.said]).toEqual([
        code,
        expect.stringMatching(
          code === 0 ? /^OK: / : /^NOT WITNESSED: .+ lacks the quorum \w+\. Whole and signed: 5 entries/,
        ),
      ]);
    }
  });

  it("counts no cosignature that is older than --max-age", async () => {
    const policy = fileOf("policy", `${WITNESSES}group G all A B\nquorum G\n`);
    const now = BigInt(Math.floor(Date.now() / 1000));
    const aged = async (...args: string[]) =>
      run([await published(log, b.cosign(a.cosign(log.note, now), now - 3600n)), "--policy", policy, ...args]);
    expect((await aged("--max-age", "7200")).code).toBe(0);
    expect(await aged("--max-age", "1800")).toMatchObject({
      code: 4,
      said: expect.stringContaining("lacks the quorum G of the last 1800 seconds. Whole and signed: 5 entries"),
    });
    expect((await aged("--max-age", "soon")).code).toBe(2);
  });

  it("counts no witness with another key or another checkpoint, and rejects its wrong signature", async () => {
    const policy = `${WITNESSES}quorum A\n`;
    expect((await codeFor(policy, witness("w.test/a", "stolen name"))).code).toBe(4);
    const before = a.cosign(new GeneratedLog(4).note).split("\n").at(-2);
    const { code, said } = await codeFor(policy, { cosign: (note) => `${note}${before}\n` });
    expect([code, said]).toEqual([
      1,
      "NOT WHOLE: the checkpoint of 5 entries has a wrong cosignature of the witness w.test/a",
    ]);
    expect((await codeFor(policy, { cosign: (note) => a.cosign(note).replace("\n5\n", "\n4\n") })).code).toBe(1);
  });

  it.each([
    ["", "has no quorum line"],
    [`log ${KEY}\n`, "has no quorum line"],
    ["quorum A\n", "line 1 of .+: A is not defined above"],
    ["quorum none\nquorum none\n", "line 2 .+ second quorum"],
    [`log ${KEY}\nlog ${KEY} https://a.test\nquorum none\n`, "line 2 .+ is there twice"],
    [`witness A ${a.vkey}\nwitness A2 ${a.vkey}\nquorum A\n`, "line 2 .+ is there twice"],
    [`witness A ${a.vkey}\nwitness A ${b.vkey}\nquorum A\n`, "line 2 .+ the name A is taken"],
    [`witness none ${a.vkey}\nquorum none\n`, "line 1 .+ the name none is taken"],
    [`${WITNESSES}group G 4 A B C\nquorum G\n`, "line 6 .+ 4 is not"],
    [`${WITNESSES}group G 0 A\nquorum G\n`, "line 6 .+ 0 is not"],
    [`${WITNESSES}group G any\nquorum G\n`, "line 6 .+ too few"],
    [`${WITNESSES}group G any A A\nquorum G\n`, "line 6 .+ A is in a group twice"],
    [`${WITNESSES}group G any A\ngroup H any G A\nquorum H\n`, "line 7 .+ A is in a group twice"],
    [`${WITNESSES}group G any H\ngroup H any A\nquorum H\n`, "line 6 .+ H is not defined above"],
    [`${WITNESSES}group G any none\nquorum G\n`, "line 6 .+ none is not defined above"],
    [`log ${a.vkey}\nquorum none\n`, "line 1 .+ has the type 4. Only type 1 is checked here"],
    [`witness A ${KEY}\nquorum A\n`, "line 1 .+ has the type 1. Only type 4 is checked here"],
    ["quorum none\r\n", "line 1 .+ control character"],
    ["require A\n", "line 1 .+ require is not log, witness, group or quorum"],
  ])("%j is none", async (policy, reason) => {
    const { code, said } = await codeFor(policy);
    expect([code, said]).toEqual([2, expect.stringMatching(`^NOT CHECKED: .*${reason}`)]);
  });

  it("without a log's key takes it from --key", async () => {
    const policy = fileOf("policy", "quorum none\n");
    expect((await audit(await published(log), "--policy", policy)).code).toBe(0);
    expect((await run([await published(log), "--policy", policy])).code).toBe(2);
  });
});

describe("a log that contradicts what was seen", () => {
  /** Audits a log of 300 entries, and then others with the same state. */
  const seen = async () => {
    const state = newPlace("state");
    expect((await audit(await published(new GeneratedLog(300)), "--state", state)).code).toBe(0);
    return state;
  };

  it.each([300, 301, 555, 600])("is FORKED, at %i entries", async (size) => {
    const state = await seen();
    const before = readFileSync(state, "utf8");
    const fork = new GeneratedLog(299);
    fork.grow(size, "another entry");
    const { code, said } = await audit(await published(fork), "--state", state);
    expect([code, said]).toEqual([3, expect.stringMatching(/^FORKED: .*(the first 300 of its|other 300 entries)/)]);
    expect(said).toContain(state);
    expect(readFileSync(state, "utf8")).toBe(before);
  });

  it("is ROLLED BACK if it became shorter", async () => {
    const state = await seen();
    expect(await audit(await published(new GeneratedLog(299)), "--state", state)).toEqual({
      code: 3,
      said: "ROLLED BACK: the log has 299 entries, and had 300 when it was last audited",
    });
  });

  it("is only NOT WHOLE if a later part is damaged. What was audited is not read again", async () => {
    const log = new GeneratedLog(300);
    log.grow(600, "later");
    const place = await published(log);
    const bundle = path.join(place, "tile/entries/001");
    const auditWith = async (at: number) => {
      const state = await seen();
      const change = (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return withChanged(bundle, change, () => audit(place, "--state", state));
    };
    expect((await auditWith(100)).code).toBe(0);
    const { code, said } = await auditWith(readFileSync(bundle).length - 5);
    expect([code, said]).toEqual([1, expect.stringMatching(/^NOT WHOLE: entry 512: /)]);
  });

  it("cannot be compared with the state of another log, or with none", async () => {
    const state = await seen();
    const place = await published(new GeneratedLog(300));
    const text = readFileSync(state, "utf8");
    for (const other of [
      text.replaceAll(ORIGIN, "other.test"),
      text.replace(/"range": \[\s*"./, '"range": ["_'),
      "{}",
      "",
    ]) {
      expect(await audit(place, "--state", fileOf("state", other))).toMatchObject({
        code: 2,
        said: expect.stringMatching(/^NOT CHECKED: .* is (no state of an audit|the state of another log)$/),
      });
    }
    expect(existsSync(`${state}.tmp`)).toBe(false);
  });
});

describe("a tlog-proof", () => {
  /** Returns the proof of an entry in the tree of a log, as the service writes it. */
  function proofOf(log: GeneratedLog, seq: number): string {
    const nodes = new NodeCache(sha256);
    for (const [index, hash] of log.leaves.entries()) nodes.add({ level: 0, index, hash });
    const hashes = inclusionRanges(seq - 1, log.size).map((range) => toHex(nodes.range(range)));
    return viewTlogProof(receiptOf(seq, hashes, log.checkpoint, log.note));
  }

  it("of any entry, in any earlier tree, is found in the log", async () => {
    const log = new GeneratedLog(1);
    const proofs: string[] = [];
    for (const size of [1, 2, 255, 256, 257, 300]) {
      log.grow(size);
      for (const seq of new Set([1, Math.ceil(size / 2), size]))
        proofs.push("--proof", fileOf("a.tlog-proof", proofOf(log, seq)));
    }
    log.grow(700);
    const state = newPlace("state");
    const place = await published(log);
    for (const _ of ["from the beginning", "with a state"]) {
      const { code, said } = await audit(place, "--state", state, ...proofs);
      expect([code, said]).toEqual([0, expect.stringMatching(/, 15 proofs$/)]);
    }
  });

  it("is found wrong by each of its parts", async () => {
    const log = new GeneratedLog(300);
    const place = await published(log);
    const proof = proofOf(log, 7);
    const check = async (text: string) => audit(place, "--proof", fileOf("a.tlog-proof", text));
    expect((await check(proof)).code).toBe(0);
    expect((await check(proof.replace("index", "extra AAAA\nindex"))).code).toBe(0);
    expect(await check(proof.replace("index 6", "index 7"))).toMatchObject({
      code: 1,
      said: expect.stringContaining("its path does not lead"),
    });
    expect((await check(proof.replace(/index 6\n.+/, "index 6"))).code).toBe(1);
    expect((await check(proof.replace("index 6", "index 300"))).code).toBe(1);
    expect((await check(proof.replace("index 6", "index 06"))).code).toBe(2);
    expect((await check(proof.replace("@v1", "@v2"))).code).toBe(2);
    expect((await check(proof.replace("\n300\n", "\n301\n"))).code).toBe(1);
    const [head, note = ""] = proof.split("\n\n", 1).concat(log.note.replace(/— .+\n$/, `— ${ORIGIN} AAAA\n`));
    expect((await check(`${head}\n\n${note}`)).said).toMatch(/^NOT WHOLE: the checkpoint in .+ is signed by none/);
  });

  it("whose tree the log signed, but does not contain, shows a fork", async () => {
    const fork = new GeneratedLog(200);
    fork.grow(257, "another");
    const proof = fileOf("a.tlog-proof", proofOf(fork, 1));
    const { code, said } = await audit(await published(new GeneratedLog(600)), "--proof", proof);
    expect([code, said]).toEqual([
      3,
      `FORKED: the first 257 of its 600 entries are not those of the checkpoint in ${proof}`,
    ]);
  });

  it("of a larger tree than this copy has cannot be checked", async () => {
    const proof = fileOf("a.tlog-proof", proofOf(new GeneratedLog(9), 1));
    expect((await audit(await published(new GeneratedLog(8)), "--proof", proof)).code).toBe(2);
  });
});

describe("over HTTP", () => {
  /** Serves a folder, and refuses every third request for a while. */
  async function serve(place: string, answer = (_: string): number => 200) {
    const server = createServer((request, response) => {
      const file = path.join(place, (request.url ?? "").replace("/log/anchors", ""));
      const status = answer(request.url ?? "");
      if (status !== 200) response.writeHead(status, { "retry-after": "0" }).end();
      else if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/log/anchors`;
  }

  it("gives the same result as from the folder, also if it is told to wait", async () => {
    const place = await published(new GeneratedLog(700));
    let requests = 0;
    const url = await serve(place, () => (++requests % 3 === 0 ? (requests % 2 === 0 ? 429 : 503) : 200));
    const result = await audit(place);
    expect(await audit(url)).toEqual(result);
    expect(await audit(`${url}/`)).toEqual(result);
    expect(result.code).toBe(0);
  });

  it("takes the full tile if the partial one is gone, because the log grew", async () => {
    const log = new GeneratedLog(300);
    const place = await published(log);
    const { note } = log;
    log.grow(600);
    await writeTree(place, { size: log.size, note }, log.read);
    expect(existsSync(path.join(place, "tile/0/001.p"))).toBe(false);
    expect(await audit(await serve(place))).toMatchObject({ code: 0, said: expect.stringContaining("300 entries") });
  });

  it("reads no more of one part than the largest can have, from an address and from a folder", async () => {
    const place = await published(new GeneratedLog(3));
    const largest = 256 * (2 + 65_535);
    writeFileSync(path.join(place, "checkpoint"), Buffer.alloc(largest + 1, 10));
    const tooLarge = {
      code: 2,
      said: expect.stringMatching(/^NOT CHECKED: .+checkpoint has more than 16777472 bytes$/),
    };
    expect(await audit(place)).toEqual(tooLarge);
    expect(await audit(await serve(place))).toEqual(tooLarge);
    let sent = 0;
    const endless = createServer((_, response) => {
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 10))) sent += 65_536;
      };
      response.on("drain", send);
      send();
    });
    await once(endless.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void endless.close());
    expect(await audit(`http://127.0.0.1:${(endless.address() as AddressInfo).port}/log/a`)).toEqual(tooLarge);
    expect(sent).toBeLessThan(3 * largest);
  });

  it("prints no control characters of the log", async () => {
    const log = new GeneratedLog(3);
    const place = await published(log, log.note.replaceAll(ORIGIN, `${ORIGIN}\u009b2J`));
    expect((await audit(place)).said).toMatch(/^NOT [^\p{C}]+$/u);
  });

  it("says in one line why it could not check", async () => {
    const place = await published(new GeneratedLog(3));
    expect(await audit(await serve(place, () => 403))).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^NOT CHECKED: .+: 403$/),
    });
    expect(await audit(await serve(newPlace("nothing")))).toMatchObject({
      code: 2,
      said: expect.stringMatching(/ has no checkpoint$/),
    });
  });
});

describe("node audit.mjs", () => {
  it("prints one line, and ends with the code of its result", async () => {
    const place = await published(new GeneratedLog(3));
    const state = newPlace("state");
    const said = (text: string) => expect.stringMatching(new RegExp(`^${text}[^\\n]+\\n$`));
    const ended = (...args: string[]) => runScript(SCRIPT, folder, args);
    expect(await ended(place, "--key", KEY, "--state", state)).toEqual({ code: 0, said: said("OK: ") });
    expect(await ended(place)).toEqual({ code: 2, said: said("NOT CHECKED: ") });
    expect(await ended()).toEqual({ code: 2, said: said("NOT CHECKED: name one log: node audit.mjs ") });
    const short = await published(new GeneratedLog(2));
    expect(await ended(short, "--key", KEY, "--state", state)).toEqual({ code: 3, said: said("ROLLED BACK: ") });
    const other = await published(new GeneratedLog(2), new GeneratedLog(3).note);
    cpSync(path.join(place, "tile/0/000.p"), path.join(other, "tile/0/000.p"), { recursive: true });
    expect((await ended(other, "--key", KEY)).code).toBe(2);
    const policy = fileOf("policy", `log ${KEY}\nwitness A ${witness("w.test/a").vkey}\nquorum A\n`);
    expect(await ended(place, "--policy", policy)).toEqual({ code: 4, said: said("NOT WITNESSED: ") });
    expect(await ended("--help")).toEqual({ code: 0, said: said("node audit.mjs ") });
    expect(await ended(place, "--force")).toEqual({ code: 2, said: expect.stringContaining("NOT CHECKED: ") });
  });
});
