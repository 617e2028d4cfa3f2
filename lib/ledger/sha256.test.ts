import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toHex } from "./bytes";
import { sha256 } from "./sha256";
import { browserSha256 } from "./sha256-browser";

it.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
])("the examples of FIPS 180-4: %s", (text, digest) => {
  const bytes = new TextEncoder().encode(text);
  expect(toHex(browserSha256(bytes))).toBe(digest);
  expect(toHex(sha256(bytes))).toBe(digest);
});

it("the browser's and Node's agree on every length around the block limits, and on random input", () => {
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  for (let length = 0; length <= 300; length += 1) {
    const bytes = new Uint8Array(length).fill(length);
    expect(toHex(browserSha256(bytes))).toBe(digest(bytes));
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => toHex(browserSha256(bytes)) === digest(bytes)));
});
