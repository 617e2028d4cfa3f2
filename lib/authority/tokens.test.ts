import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CredentialKind } from "@/lib/authority/credential-kind";
import { bearerToken, hashToken, isPlausibleToken, makeToken } from "./tokens";

const kind = fc.constantFrom(...CredentialKind.options);
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("makeToken", () => {
  it("makes fgs_{agt|org|opr}_ with 32 random and 6 checksum characters of base62", () => {
    expect(makeToken("agent")).toMatch(/^fgs_agt_[0-9A-Za-z]{38}$/);
    expect(makeToken("provider")).toMatch(/^fgs_org_[0-9A-Za-z]{38}$/);
    expect(makeToken("operator")).toMatch(/^fgs_opr_[0-9A-Za-z]{38}$/);
  });

  it("never makes the same token twice", () => {
    expect(new Set(Array.from({ length: 1_000 }, () => makeToken("agent"))).size).toBe(1_000);
  });
});

describe("isPlausibleToken", () => {
  it("takes every token made here", () => {
    fc.assert(fc.property(kind, (each) => isPlausibleToken(makeToken(each))));
  });

  it("knows the checksum by example: CRC-32 of all before it, in base62", () => {
    const body = `fgs_agt_${"0".repeat(32)}`;
    expect(isPlausibleToken(body + crc32Base62(body))).toBe(true);
  });

  it("rejects one changed character anywhere after the prefix", () => {
    fc.assert(
      fc.property(kind, fc.nat(37), fc.constantFrom(...BASE62), (each, place, character) => {
        const token = makeToken(each);
        const typo = token.slice(0, 8 + place) + character + token.slice(9 + place);
        return typo === token || !isPlausibleToken(typo);
      }),
    );
  });

  it("rejects two swapped neighbours, a missing character and one too many", () => {
    fc.assert(
      fc.property(kind, fc.integer({ min: 8, max: 44 }), (each, at) => {
        const token = makeToken(each);
        const [a = "", b = ""] = token.slice(at, at + 2);
        const swapped = token.slice(0, at) + b + a + token.slice(at + 2);
        const shorter = token.slice(0, at) + token.slice(at + 1);
        return (a === b || !isPlausibleToken(swapped)) && !isPlausibleToken(shorter) && !isPlausibleToken(`${token}0`);
      }),
    );
  });

  it("rejects a token with another kind's prefix", () => {
    expect(isPlausibleToken(makeToken("agent").replace("fgs_agt_", "fgs_opr_"))).toBe(false);
  });

  it("takes any other string of 24 or more visible characters, as OPERATOR_TOKEN may be", () => {
    expect(isPlausibleToken("x".repeat(24))).toBe(true);
    expect(isPlausibleToken("x".repeat(23))).toBe(false);
    expect(isPlausibleToken("x".repeat(201))).toBe(false);
    expect(isPlausibleToken(`${"x".repeat(30)} y`)).toBe(false);
  });
});

describe("hashToken", () => {
  it("is SHA-256 in lower-case hex", () => {
    expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("bearerToken", () => {
  it.each([
    ["Bearer abc", "abc"],
    ["bearer abc", "abc"],
    ["BEARER   abc  ", "abc"],
    ["Bearer", null],
    ["Bearer ", null],
    ["Bearer a b", null],
    ["Basic abc", null],
    ["abc", null],
    ["", null],
  ])("reads %j as %j", (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it("is null if there is no header", () => {
    expect(bearerToken(null)).toBeNull();
    expect(bearerToken(undefined)).toBeNull();
  });
});

/** CRC-32 (ISO 3309) bit by bit, written apart from the code under test. */
function crc32Base62(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = "";
  for (let place = 0; place < 6; place += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
