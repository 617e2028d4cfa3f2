import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, open, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { send } from "@/lib/testing/routes";
import { verifyEvidence } from "../contract";
import { describeEvidence } from "../rules";
import type { EvidenceManifest } from "../schema";
import { compareEvidence } from "./verify";

const DOCUMENTS = { "charter.md": "# Charter\n", "rules/one.md": "# One\r\n\ufeff", "empty.txt": "" };
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const EXTERNAL = describeEvidence([]).predicate.documents.length;

let folder: string;
let manifest: EvidenceManifest;
const at = (file: string) => path.join(folder, file);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "governance-evidence-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(at("rules"));
  for (const [file, text] of Object.entries(DOCUMENTS)) await writeFile(at(file), text);
  manifest = describeEvidence(
    Object.entries(DOCUMENTS).map(([file, text]) => ({
      ...{ file, sha256: sha256(text), sizeBytes: Buffer.byteLength(text), opening: text },
    })),
  );
});

/** The result for one document whose file was changed; the others must still match. */
async function afterTampering(id: string) {
  const report = await compareEvidence(folder, manifest);
  expect(report.results.filter((each) => each.id !== id).every(({ match }) => match)).toBe(true);
  expect(report).toMatchObject({ checked: 3, matched: 2, mismatched: 1 });
  return report.results.find((each) => each.id === id);
}

describe("documents compared with the manifest", () => {
  it("match as raw bytes, with any line ends and marks; external documents are skipped", async () => {
    const report = await compareEvidence(folder, manifest);
    expect(report).toMatchObject({ checked: 3, matched: 3, mismatched: 0, skipped: EXTERNAL });
    expect(EXTERNAL).toBeGreaterThan(0);
    for (const { file, expected, actual } of report.results) {
      expect(actual).toBe(expected);
      expect(actual).toBe(sha256(readFileSync(at(file))));
    }
  });

  it("one flipped byte is a mismatch that shows the hash that was found, at once and after an earlier check", async () => {
    await compareEvidence(folder, manifest);
    await writeFile(at("charter.md"), "# Chartes\n");
    const result = await afterTampering("charter");
    expect(result).toEqual({
      ...{ id: "charter", file: "charter.md", expected: sha256("# Charter\n"), actual: sha256("# Chartes\n") },
      match: false,
    });
    await writeFile(at("charter.md"), DOCUMENTS["charter.md"]);
    expect(await compareEvidence(folder, manifest)).toMatchObject({ mismatched: 0 });
  });

  it("a document is hashed again for every change, however fast they follow each other", async () => {
    for (let change = 0; change < 200; change += 1) {
      const text = `# Charter ${change % 2}`;
      await writeFile(at("charter.md"), text);
      const { results } = await compareEvidence(folder, manifest, "charter");
      expect(results[0]?.actual).toBe(sha256(text));
    }
  });

  it("one more byte at the end is a mismatch", async () => {
    await appendFile(at("empty.txt"), "\n");
    expect(await afterTampering("empty")).toMatchObject({ match: false, actual: sha256("\n") });
  });

  const absent: [string, () => Promise<unknown>][] = [
    ["is missing", async () => {}],
    ["is a directory", () => mkdir(at("charter.md"))],
    ["is a link out of the folder, to the same bytes", () => linkTo(`${folder}-outside`)],
    ["is a link within the folder, to the same bytes", () => linkTo(at("copy.md"))],
    ["is a link to itself", () => symlink("charter.md", at("charter.md"))],
    ["is a pipe, which is not waited for", async () => spawnSync("mkfifo", [at("charter.md")])],
  ];
  async function linkTo(target: string) {
    await writeFile(target, DOCUMENTS["charter.md"]);
    onTestFinished(() => rm(target, { force: true }));
    await symlink(target, at("charter.md"));
  }
  it.each(absent)("a document that %s is a mismatch with no hash", async (_, put) => {
    await rm(at("charter.md"));
    await put();
    expect(await afterTampering("charter")).toMatchObject({ match: false, actual: "" });
  });

  it("a folder on the way that is a link is not followed either", async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), "governance-elsewhere-"));
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    await writeFile(path.join(elsewhere, "one.md"), DOCUMENTS["rules/one.md"]);
    await rm(at("rules"), { recursive: true });
    await symlink(elsewhere, at("rules"));
    expect(await afterTampering("rules-one")).toMatchObject({ match: false, actual: "" });
  });

  it("a folder that is itself reached by a link is followed: releases are deployed so", async () => {
    const current = `${folder}-current`;
    await symlink(folder, current);
    onTestFinished(() => rm(current));
    expect(await compareEvidence(current, manifest)).toMatchObject({ matched: 3, mismatched: 0 });
  });

  it("nothing is there at all: everything is a mismatch", async () => {
    await rm(folder, { recursive: true });
    expect(await compareEvidence(folder, manifest)).toMatchObject({ checked: 3, matched: 0, mismatched: 3 });
  });
});

describe("one document, by its id", () => {
  it("is checked alone", async () => {
    const { results, ...counts } = await compareEvidence(folder, manifest, "rules-one");
    expect(counts).toEqual({ checked: 1, matched: 1, mismatched: 0, skipped: 0 });
    expect(results.map(({ file }) => file)).toEqual(["rules/one.md"]);
  });

  it("is skipped if it is external", async () => {
    const report = await compareEvidence(folder, manifest, "rfc-6962");
    expect(report).toEqual({ checked: 0, matched: 0, mismatched: 0, skipped: 1, results: [] });
  });

  it.each([
    ...["charter.md", "../charter", "..", "rules/one", "/etc/passwd", "charter\0", "", " charter", "CHARTER"],
    ...["__proto__", "constructor", "%2e%2e%2f", "\ud800", "a".repeat(100_000)],
  ])("is not found if the manifest has no such id: %j", async (id) => {
    await expect(compareEvidence(folder, manifest, id)).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("a big document", () => {
  const MEBIBYTE = 2 ** 20;
  /** Longer than a check waits before it remembers. */
  const STILL_MILLISECONDS = 2_100;
  /** Writes a sparse file. */
  async function grow(mebibytes: number) {
    await truncate(at("empty.txt"), mebibytes * MEBIBYTE);
    const sum = createHash("sha256");
    for (let count = 0; count < mebibytes; count += 1) sum.update(Buffer.alloc(MEBIBYTE));
    const file = { file: "empty.txt", sha256: sum.digest("hex"), sizeBytes: mebibytes * MEBIBYTE, opening: "" };
    manifest = describeEvidence([file]);
  }

  it("is streamed: at no moment is more than a part of it in memory", async () => {
    await grow(128);
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 1);
    expect(await compareEvidence(folder, manifest)).toMatchObject({ matched: 1 });
    clearInterval(watch);
    expect(most).toBeLessThan(64 * MEBIBYTE);
  });

  const counters = "/proc/self/io";
  const bytesRead = () => Number(/^rchar: (\d+)/m.exec(readFileSync(counters, "utf8"))?.[1]);
  it.skipIf(!existsSync(counters))(
    "is read once for a hundred concurrent callers and one after them; and again after it changed",
    async () => {
      await grow(32);
      await sleep(STILL_MILLISECONDS);
      const before = bytesRead();
      const reports = await Promise.all(Array.from({ length: 100 }, () => compareEvidence(folder, manifest)));
      expect(reports.every(({ matched }) => matched === 1)).toBe(true);
      await compareEvidence(folder, manifest);
      expect(bytesRead() - before).toBeLessThan(48 * MEBIBYTE);
      const writable = await open(at("empty.txt"), "r+");
      await writable.write("x", 0);
      await writable.close();
      expect(await compareEvidence(folder, manifest)).toMatchObject({ mismatched: 1 });
    },
  );
});

describe("GET /api/evidence/verify", () => {
  it("checks all documents if `id` is empty, like every other empty filter", async () => {
    const ask = async (query: string) => (await send(verifyEvidence, { query })).json();
    const { checked, skipped } = await ask("");
    expect(await ask("id=")).toMatchObject({ checked, skipped, mismatched: 0 });
    expect(await ask("id=nothing")).toMatchObject({ code: "NOT_FOUND" });
  });
});
