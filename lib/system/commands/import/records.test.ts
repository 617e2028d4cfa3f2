import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readRecords } from "./records";

it("an imported record keeps its bytes, also with a number and a doubled member that the API rejects", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "records-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "records.jsonl");
  const lines = ['{"name":"a","n":9007199254740993}', '{"name":"a","name":"b","n":0.1000000000000000000001}'];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const kept: string[] = [];
  for await (const found of readRecords(file, 65_536, () => {})) {
    kept.push("bytes" in found ? Buffer.from(found.bytes).toString() : found.reason);
  }
  expect(kept).toEqual(lines);
});
