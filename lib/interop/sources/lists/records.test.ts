import { describe, expect, it } from "vitest";
import { listOf } from "./lines";
import { readRecords } from "./records";

it("an imported record keeps its bytes, also with a number and a doubled member that the API rejects", async () => {
  const lines = ['{"name":"a","n":9007199254740993}', '{"name":"a","name":"b","n":0.1000000000000000000001}'];
  const list = listOf("records.jsonl", Buffer.from(`${lines.join("\n")}\n`));
  const kept: string[] = [];
  for await (const found of readRecords(list, 65_536, () => {})) {
    kept.push("bytes" in found ? Buffer.from(found.bytes).toString() : found.reason);
  }
  expect(kept).toEqual(lines);
});

/** Writes a text in an encoding, with or without a byte order mark. */
function written(text: string, encoding: "utf-8" | "utf-16le" | "utf-16be", mark: string): Buffer {
  const marked = mark + text;
  if (encoding === "utf-8") return Buffer.from(marked);
  const bytes = Buffer.from(marked, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

async function recordsIn(name: string, bytes: Buffer): Promise<(string | unknown)[]> {
  const records: unknown[] = [];
  for await (const found of readRecords(listOf(name, bytes), 65_536, () => {})) {
    records.push("record" in found ? [found.record, Buffer.from(found.bytes).toString().trim()] : found.reason);
  }
  return records;
}

describe.each(["utf-8", "utf-16le", "utf-16be"] as const)("a file in %s", (encoding) => {
  it.each([
    ["with", "\ufeff"],
    ["without", ""],
  ])("%s a byte order mark is read, as one value and as lines; records are kept in UTF-8", async (_, mark) => {
    const [one, two] = ['{"name":"Łódź 漢字 🚢"}', '{"name":"ü"}'];
    const lines = written(`${one}\r\n${two}\r\n`, encoding, mark);
    expect(await recordsIn("a.jsonl", lines)).toEqual([one, two].map((text) => [JSON.parse(text), text]));
    const value = written(`[\n ${one},\n ${two}\n]\n`, encoding, mark);
    expect(await recordsIn("a.json", value)).toEqual([one, two].map((text) => [JSON.parse(text), text]));
  });
});

it("a file that begins as UTF-16 and is none is refused with a reason, after its good lines", async () => {
  const good = Buffer.from('\ufeff{"name":"a"}\n', "utf16le");
  // The second half of a surrogate pair alone, in another chunk of the file than the good line.
  const bad = Buffer.concat([Buffer.alloc(131_072, Buffer.from(" ", "utf16le")), Buffer.from([0x22, 0, 0x00, 0xdc])]);
  expect(await recordsIn("a.jsonl", Buffer.concat([good, bad]))).toEqual([
    [{ name: "a" }, '{"name":"a"}'],
    "not UTF-8 or UTF-16",
  ]);
});
