import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SCRIPT = path.resolve("public/evidence/verify.mjs");
/**
 * Saved from a service built at commit dbb6f52: /checkpoint, /api/memory/log, /.well-known/jwks.json, and one anchor as its
 * writer got it, with `did`, `kind` and `payload` added.
 */
const SAVED = path.resolve("lib/features/anchors/testing/saved-by-old-build");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "governance-saved-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function verify(...files: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...files], { cwd: SAVED, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** Writes a copy of a saved file in which the first match has another last character. @returns its path */
function changed(file: string, part: RegExp): string {
  const copy = path.join(folder, file);
  const text = readFileSync(path.join(SAVED, file), "utf8");
  const other = text.replace(part, (match) => match.slice(0, -1) + (match.endsWith("0") ? "1" : "0"));
  expect(other).not.toBe(text);
  writeFileSync(copy, other);
  return copy;
}

describe("data saved by an old build", () => {
  it("is whole, without any service: a receipt alone, and each log", () => {
    const whole = (counts: string) => ({ status: 0, said: `OK: verified ${counts}\n` });
    expect(verify("receipt.json", "jwks.json")).toEqual(whole("1 receipt"));
    expect(verify("log.json", "checkpoint.txt", "jwks.json", "receipt.json")).toEqual(
      whole("5 entries, 1 checkpoint and 1 receipt"),
    );
    expect(verify("council-log.json", "council-checkpoint.txt", "jwks.json")).toEqual(
      whole("13 entries and 1 checkpoint"),
    );
  });

  it.each<[string, RegExp, string]>([
    ["receipt.json", /"payload_commitment": "[0-9a-f]{64}/, "is not in the tree"],
    ["receipt.json", /"inclusion_path": \[\s*"[0-9a-f]{64}/, "is not in the tree"],
    ["receipt.json", /"step": \d/, "payload of"],
    ["receipt.json", /"salt": "[0-9a-f]{64}/, "payload of"],
    ["receipt.json", /\\n\\n— \S+ \S{20}/, "no key in jwks.json signed"],
    ["log.json", /"payload_commitment": "[0-9a-f]{64}/, "entry 1 "],
    ["checkpoint.txt", /\n\S{20}/, "no key in jwks.json signed"],
    ["jwks.json", /"x": "\S{20}/, "no key in jwks.json signed"],
  ])("is rejected when one character of %s differs: %s", (file, part, reason) => {
    const files = ["log.json", "checkpoint.txt", "jwks.json", "receipt.json"];
    const { status, said } = verify(...files.map((each) => (each === file ? changed(file, part) : each)));
    expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining(reason) });
  });
});
