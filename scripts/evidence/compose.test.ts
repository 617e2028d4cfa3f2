import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { EvidenceManifest } from "@/lib/features/evidence/schema";
import { composeEvidence, staleEvidence } from "./compose";

/** Copies the published documents. @returns the root of the copy */
function copyOfPublished(): string {
  const root = mkdtempSync(path.join(tmpdir(), "governance-evidence-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync("public/evidence", path.join(root, "public/evidence"), { recursive: true });
  mkdirSync(path.join(root, "lib/features/evidence"), { recursive: true });
  cpSync("lib/features/evidence/manifest.json", path.join(root, "lib/features/evidence/manifest.json"));
  return root;
}
const MANIFEST = "lib/features/evidence/manifest.json";
const CHECKSUMS = "public/evidence/SHA256SUMS";

describe("the published documents", () => {
  it("are up to date (otherwise run npm run evidence)", () => {
    expect(staleEvidence(".")).toEqual([]);
  });

  it.skipIf(spawnSync("sha256sum", ["--version"]).status !== 0)("pass `sha256sum -c`", () => {
    const { status, stdout } = spawnSync("sha256sum", ["-c", "--strict", "SHA256SUMS"], { cwd: "public/evidence" });
    expect(status).toBe(0);
    const { subject } = EvidenceManifest.parse(JSON.parse(readFileSync(MANIFEST, "utf8")));
    expect(String(stdout).trim().split("\n")).toEqual(subject.map(({ name }) => `${name}: OK`));
  });

  it("are the same each time they are generated", () => {
    expect([...composeEvidence(".")]).toEqual([...composeEvidence(".")]);
  });
});

describe("the published files count as stale", () => {
  it.each([
    ["a byte of a document changes", "public/evidence/charter.md", [CHECKSUMS, MANIFEST]],
    ["a document is added", "public/evidence/new.md", [CHECKSUMS, MANIFEST]],
    ["the weights are edited by hand", "public/evidence/trust-weights.json", ["public/evidence/trust-weights.json"]],
    ["the manifest is edited", MANIFEST, [MANIFEST]],
    ["the checksums are edited", CHECKSUMS, [CHECKSUMS]],
  ])("if %s", (_, file, stale) => {
    const root = copyOfPublished();
    writeFileSync(path.join(root, file), "# Another\n");
    expect(staleEvidence(root)).toEqual(stale);
  });

  it("if a document is removed", () => {
    const root = copyOfPublished();
    rmSync(path.join(root, "public/evidence/charter.md"));
    expect(staleEvidence(root)).toEqual([CHECKSUMS, MANIFEST]);
  });
});

describe("nothing is published of", () => {
  it("a link", () => {
    const root = copyOfPublished();
    symlinkSync("/etc/hostname", path.join(root, "public/evidence/link.txt"));
    expect(() => composeEvidence(root)).toThrow(/link\.txt is no plain file/);
  });

  it("two documents with one id, or a document of an unknown kind or with an invalid name", () => {
    for (const [file, why] of [
      ["charter.txt", /the id charter/],
      ["unknown.kind", /no media type/],
      ["with space.md", /file/],
    ] as const) {
      const root = copyOfPublished();
      writeFileSync(path.join(root, "public/evidence", file), "text\n");
      expect(() => composeEvidence(root), file).toThrow(why);
    }
  });
});
