import { spawnSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCheckpoint, signCheckpoint } from "@/lib/ledger/checkpoint";
import { sha256 } from "@/lib/ledger/sha256";

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

function verifyWith(script: string, ...files: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], { cwd: SAVED, encoding: "utf8" });
  return { status, said: stdout + stderr };
}
const verify = (...files: string[]) => verifyWith(SCRIPT, ...files);

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
    expect(verify("receipt.json"), "without the keys nothing is checked").toEqual({
      ...{ status: 2, said: expect.stringMatching(/^NOT CHECKED: no keys were given: save .+jwks\.json/) },
    });
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

describe("after a change of the key of the logs", () => {
  const [, saved] = readFileSync(path.join(SAVED, "checkpoint.txt"), "utf8").split("\n\n");
  const checkpoint = readCheckpoint(readFileSync(path.join(SAVED, "checkpoint.txt"), "utf8"));
  if (!checkpoint) throw new Error("the saved checkpoint is malformed");
  const { origin } = checkpoint;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const newKey = { kty: "OKP", crv: "Ed25519", x, purposes: ["log"] };
  const [oldKey] = JSON.parse(readFileSync(path.join(SAVED, "jwks.json"), "utf8")).keys;
  const keysFile = (name: string, ...keys: object[]) => {
    const file = path.join(folder, name);
    writeFileSync(file, JSON.stringify({ keys }));
    return file;
  };

  it("a checkpoint of both keys is valid with either, and for a copy of the script from before with the new one", () => {
    const raw = new Uint8Array(Buffer.from(x, "base64url"));
    const signer = { key: raw, sign: (text: Uint8Array) => sign(null, text, privateKey) };
    const note = path.join(folder, "both.txt");
    writeFileSync(note, signCheckpoint(sha256, checkpoint, [signer]) + saved);
    const before = path.join(folder, "before.mjs");
    copyFileSync(path.join(SAVED, "verify.mjs.txt"), before);
    const both = keysFile("both.json", newKey, oldKey);
    for (const run of [
      () => verify("log.json", note, "jwks.json"),
      () => verify("log.json", note, keysFile("new.json", newKey)),
      () => verifyWith(before, "log.json", note, both),
      () => verifyWith(before, "receipt.json", both),
    ]) {
      expect(run()).toEqual({ status: 0, said: expect.stringMatching(/^OK: verified /) });
    }
  });

  it("a retired key still proves what it signed, and nothing beyond its last size or in another log", () => {
    const retired = (last_size: object) => keysFile("retired.json", newKey, { ...oldKey, last_size });
    expect(verify("receipt.json", retired({ [origin]: 5 }))).toMatchObject({ status: 0 });
    for (const lastSize of [{ [origin]: 4 }, { another: 9 }])
      expect(verify("receipt.json", retired(lastSize))).toEqual({
        status: 1,
        said: expect.stringContaining("the key that signed the checkpoint at 5 was retired before"),
      });
  });
});
