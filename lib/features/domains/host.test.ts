import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHost } from "./host";

const long = (length: number) =>
  `${`${"a".repeat(60)}.`
    .repeat(4)
    .slice(0, length - 8)
    .replace(/\.$/, "a")}.example`;

describe("readHost", () => {
  it.each([
    ["example.com", "example.com"],
    [" Example.COM ", "example.com"],
    ["example.com.", "example.com"],
    ["a.b", "a.b"],
    ["3com.example", "3com.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["BÜCHER.example", "xn--bcher-kva.example"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    // Cyrillic letters that look like Latin ones: shown as what they are.
    ["аррӏе.com", "xn--80ak6aa92e.com"],
    ["example。com", "example.com"],
    ["ＥＸＡＭＰＬＥ.com", "example.com"],
  ])("reads %j as %s", (text, host) => {
    expect(readHost(text)).toBe(host);
  });

  it.each([
    ...["", ".", "..", "example", "localhost", "com.", "a..b", ".example.com", "example.com.."],
    ...["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "１２７.0.0.1", "1.2.3.4.", "[::1]", "::1"],
    ...[
      "example.com:443",
      "example.com/",
      "example.com/path",
      "https://example.com",
      "//example.com",
      "\\\\example.com",
    ],
    ...["user@example.com", "example.com?x", "example.com#x", "exam%70le.com", "*.example.com", "_dmarc.example.com"],
    ...[
      "exa mple.com",
      "example\t.com",
      "exam\0ple.com",
      "example\u00ad\u200b..com",
      "-a.example",
      "a-.example",
      "xn--a.example",
    ],
    ...["printer.local", "a.localhost", "b.onion", "c.internal", "1.0.0.127.in-addr.arpa", "d.invalid", "e.123"],
    ...["\ud800.example", `${"a".repeat(64)}.example`, long(239), "a.".repeat(600)],
  ])("refuses %j", (text) => {
    expect(readHost(text)).toBeNull();
  });

  it("takes names that leave room for the challenge, and no longer ones", () => {
    expect(readHost(long(238))).toHaveLength(238);
  });

  it("returns one spelling for any input", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.domain()), (text) => {
        const host = readHost(text);
        if (host === null) return;
        expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
        expect(readHost(host)).toBe(host);
      }),
    );
  });
});
