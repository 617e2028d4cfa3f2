import { expect, it } from "vitest";
import { decodeText, utf8Chunks } from "./utf8";

const JSON_TEXT = '{"name":"Łódź 🚢"}';

it.each([
  ["UTF-8", Buffer.from(JSON_TEXT)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${JSON_TEXT}`)],
  ["UTF-16LE", Buffer.from(JSON_TEXT, "utf16le")],
  ["UTF-16LE with a mark", Buffer.from(`\ufeff${JSON_TEXT}`, "utf16le")],
  ["UTF-16BE", Buffer.from(JSON_TEXT, "utf16le").swap16()],
  ["UTF-16BE with a mark", Buffer.from(`\ufeff${JSON_TEXT}`, "utf16le").swap16()],
])("a text in %s is decoded, in one piece and in chunks of one byte", async (_, bytes) => {
  expect(decodeText(bytes)).toBe(JSON_TEXT);
  async function* chunks() {
    yield bytes.subarray(0, 2);
    for (const byte of bytes.subarray(2)) yield Buffer.of(byte);
  }
  const parts: Buffer[] = [];
  for await (const part of utf8Chunks(chunks())) parts.push(part);
  expect(Buffer.concat(parts).toString().replace("\ufeff", "")).toBe(JSON_TEXT);
});

it.each([
  ["Latin-1", Buffer.from("Käthe", "latin1")],
  ["half a surrogate pair", Buffer.from([0xff, 0xfe, 0x00, 0xdc])],
])("%s is an error", (_, bytes) => {
  expect(() => decodeText(bytes)).toThrow(TypeError);
});

it("an empty text is empty", () => {
  expect(decodeText(Buffer.alloc(0))).toBe("");
});
