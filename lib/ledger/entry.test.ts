import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concat, fromHex, toHex } from "./bytes";
import { entryHash, GENESIS_PREV_HASH, payloadCommitment } from "./entry";
import { sha256 } from "./sha256";

const digest = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** RFC 8785, 3.2.3 and appendix B: keys by UTF-16 code units, numbers as ECMAScript writes them. */
describe("JCS", () => {
  it("sorts keys as RFC 8785, 3.2.3 does", () => {
    const sorted = canonicalize({
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    });
    expect(sorted).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  it("writes the example of RFC 8785, 3.2.2", () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalize(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it.each([
    [0, "0"],
    [-0, "0"],
    [5e-324, "5e-324"],
    [-5e-324, "-5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [9007199254740991, "9007199254740991"],
    [Number("295147905179352830000"), "295147905179352830000"],
    [9.999999999999997e22, "9.999999999999997e+22"],
    [1e23, "1e+23"],
    [1.0000000000000001e23, "1.0000000000000001e+23"],
    [0.000001, "0.000001"],
    [333333333.33333325, "333333333.33333325"],
  ])("writes %d as appendix B does", (number, text) => {
    expect(canonicalize(number)).toBe(text);
  });
});

describe("an entry's hash", () => {
  const entry = {
    log: "federation-governance/0123456789abcdef0123456789abcdef/anchors",
    seq: 1,
    id: "01890a5d-ac96-774b-bcce-b302099a8057",
    prev_hash: GENESIS_PREV_HASH,
    scope: "PUBLIC" as const,
    validation_status: "validated",
    created_at: "2026-11-21T18:00:00.000Z",
    payload_commitment: "ab".repeat(32),
  };

  it("is SHA-256 over a zero byte and the record in JCS", () => {
    const canonical = `{"created_at":"2026-11-21T18:00:00.000Z","id":"01890a5d-ac96-774b-bcce-b302099a8057","log":"federation-governance/0123456789abcdef0123456789abcdef/anchors","payload_commitment":"${"ab".repeat(32)}","prev_hash":"${GENESIS_PREV_HASH}","scope":"PUBLIC","seq":1,"type":"fgs.anchor.v1","validation_status":"validated"}`;
    expect(toHex(entryHash(sha256, entry))).toBe(digest(`\0${canonical}`));
  });

  it("writes the record as the JCS library does, for any content", () => {
    const record = fc.record({
      log: fc.string({ unit: "grapheme" }),
      seq: fc.maxSafeNat(),
      id: fc.string(),
      prev_hash: fc.string(),
      scope: fc.constantFrom("PUBLIC" as const, "PRIVATE" as const),
      validation_status: fc.string({ unit: "grapheme-ascii" }),
      created_at: fc.string(),
      payload_commitment: fc.string(),
    });
    fc.assert(
      fc.property(record, (some) => {
        const canonical = canonicalize({ type: "fgs.anchor.v1", ...some }) ?? "";
        expect(toHex(entryHash(sha256, some))).toBe(digest(`\0${canonical}`));
      }),
    );
  });
});

it("a commitment is SHA-256 over its prefix, the salt and the content in JCS", () => {
  const salt = fromHex("01".repeat(32));
  const content = { payload: { b: [1, 2.5], a: "ż" }, kind: "note", did: "did:fed:s1:atlas" };
  const canonical = '{"did":"did:fed:s1:atlas","kind":"note","payload":{"a":"ż","b":[1,2.5]}}';
  const bytes = new TextEncoder();
  expect(toHex(payloadCommitment(sha256, salt, content))).toBe(
    digest(concat(bytes.encode("fgs/anchor-payload/v1\0"), salt, bytes.encode(canonical))),
  );
});
