import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/foundation/errors";
import { isStorable, MAX_JSON_DEPTH, parseUntrustedJson } from "@/lib/http/untrusted-json";
import { readJson } from "./json";

const LIMIT = 1_024;

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request("http://federation.test/", { method: "POST", body, headers });

/** Returns the error for a body, or its value. */
async function outcome(body: BodyInit | null, headers?: Record<string, string>): Promise<unknown> {
  try {
    return await readJson(post(body, headers), LIMIT);
  } catch (error) {
    return error instanceof ServiceError ? error.kind : error;
  }
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

describe("readJson rejects as invalid", () => {
  it.each([
    ["a word", "hello"],
    ["half an object", '{"did":'],
    ["single quotes", "{'did':1}"],
    ["a trailing comma", "[1,]"],
    ["two values", "{} {}"],
    ["a comment", "{} // fine"],
    ["NaN", "NaN"],
    ["form encoding", "did=did:fed:s1:a"],
    ["a byte order mark twice", "\ufeff\ufeff{}"],
    ["arrays nested too deep", nested(MAX_JSON_DEPTH + 1, "[", "]")],
    ["objects nested too deep", `${'{"a":'.repeat(MAX_JSON_DEPTH + 1)}1${"}".repeat(MAX_JSON_DEPTH + 1)}`],
    ["nested deeper than a stack would bear", nested(500, "[", "]")],
    ["__proto__", '{"__proto__":{"admin":true}}'],
    ["__proto__ written with an escape", '{"\\u005f_proto__":1}'],
    ["__proto__ far down", '{"a":[{"b":{"__proto__":1}}]}'],
    ["NUL in a string", '{"did":"a\\u0000b"}'],
    ["NUL in a key", '{"a\\u0000b":1}'],
    ["a lone high surrogate", '{"did":"\\ud800"}'],
    ["a lone low surrogate", '["\\udc00x"]'],
    ["surrogates in the wrong order", '"\\udc00\\ud800"'],
    ["a lone surrogate in a key", '{"\\ud800":1}'],
    ["a number too large for any reader", '{"n":1e999}'],
    ["the same below zero", "[-1e999]"],
  ])("%s", async (_, body) => {
    expect(await outcome(body)).toBe("invalid");
  });

  it("bytes that are not UTF-8", async () => {
    expect(await outcome(new Uint8Array([0x22, 0xff, 0x22]))).toBe("invalid");
    expect(await outcome(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe("invalid");
  });

  it("ten thousand levels without giving out", () => {
    expect(() => parseUntrustedJson(nested(10_000, "[", "]"))).toThrow();
  });
});

describe("readJson takes", () => {
  it.each([
    ["an empty body as an object without fields", "", {}],
    ["a blank one, too", " \r\n\t", {}],
    ["an array as what it is", "[]", []],
    ["null", "null", null],
    ["nesting up to the limit", nested(3, "[", "]"), [[[]]]],
    ["keys that only look dangerous", '{"constructor":1,"proto":2}', { constructor: 1, proto: 2 }],
    ["a pair of surrogates", '"\\ud83d\\ude42"', "🙂"],
    ["a byte order mark", "\ufeff{}", {}],
  ])("%s", async (_, body, value) => {
    expect(await outcome(body)).toEqual(value);
  });

  it("no body at all as an object without fields", async () => {
    expect(await outcome(null)).toEqual({});
  });

  it(`exactly ${MAX_JSON_DEPTH} levels`, async () => {
    expect(await outcome(nested(MAX_JSON_DEPTH, "[", "]"))).not.toBe("invalid");
  });

  it("every JSON value that can be stored, unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 8 }), async (value) => {
        fc.pre(!/__proto__|\\u0000|\\ud[89a-f]/.test(JSON.stringify(value)));
        expect(await readJson(post(JSON.stringify(value)), 1e6)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe("readJson and the size of a body", () => {
  const ofSize = (bytes: number) => `"${"a".repeat(bytes - 2)}"`;

  it("accepts the limit and rejects one byte more", async () => {
    expect(await outcome(ofSize(LIMIT))).toHaveLength(LIMIT - 2);
    expect(await outcome(ofSize(LIMIT + 1))).toBe("bodyTooLarge");
  });

  it("counts bytes, not characters", async () => {
    expect(await outcome(`"${"ą".repeat(LIMIT / 2)}"`)).toBe("bodyTooLarge");
  });

  it("stops reading a body that never ends", async () => {
    let chunks = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        chunks += 1;
        controller.enqueue(new Uint8Array(512));
      },
    });
    const init = { method: "POST", body: endless, duplex: "half" };
    await expect(readJson(new Request("http://federation.test/", init), LIMIT)).rejects.toMatchObject({
      kind: "bodyTooLarge",
    });
    expect(chunks).toBeLessThan(10);
  });
});

describe("readJson and the content type", () => {
  it.each([
    "multipart/form-data; boundary=x",
    "Multipart/Mixed",
    "application/xml",
    "text/xml; charset=utf-8",
    "application/soap+xml",
    "image/svg+xml",
  ])("rejects %s unread", async (type) => {
    expect(await outcome("{}", { "content-type": type })).toBe("unsupportedMediaType");
  });

  it("rejects a compressed body", async () => {
    expect(await outcome("{}", { "content-encoding": "gzip" })).toBe("unsupportedMediaType");
    expect(await outcome("{}", { "content-encoding": "identity" })).toEqual({});
  });

  it.each(["application/json", "application/x-www-form-urlencoded", "text/plain", "application/vnd.xmlish+json", "?"])(
    "reads JSON under %s",
    async (type) => {
      expect(await outcome('{"a":1}', { "content-type": type })).toEqual({ a: 1 });
    },
  );
});

describe("isStorable", () => {
  it("is for well-formed strings without NUL", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => isStorable(text) === !text.includes("\0")));
    expect(isStorable("\ud800")).toBe(false);
    expect(isStorable("a\0b")).toBe(false);
  });
});
