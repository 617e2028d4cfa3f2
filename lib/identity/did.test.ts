import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Did, nameOf, partsOfDid, showZone } from "./did";
import { MAX_DID_CHARACTERS } from "./did-syntax";

const LOWER = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
const HEX = [..."0123456789abcdefABCDEF"];

const token = fc
  .tuple(fc.constantFrom(...LOWER), fc.string({ unit: fc.constantFrom(...LOWER, "_", "-"), maxLength: 12 }))
  .map(([first, rest]) => first + rest);
const idchar = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...LOWER, ..."ABCXYZ._-") },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...HEX), fc.constantFrom(...HEX)).map(([high, low]) => `%${high}${low}`),
  },
);
const name = fc
  .tuple(
    fc.array(fc.string({ unit: idchar, maxLength: 8 }), { maxLength: 3 }),
    fc.string({ unit: idchar, minLength: 1, maxLength: 12 }),
  )
  .map(([before, last]) => [...before, last].join(":"));
const parts = fc.record({ method: token, zone: token, name });
const write = ({ method, zone, name: rest }: { method: string; zone: string; name: string }) =>
  `did:${method}:${zone}:${rest}`;
const valid = parts.map(write);
const accepts = (text: unknown) => Did.safeParse(text).success;

describe("Did", () => {
  it("accepts every DID that the grammar makes, unchanged, and reads its parts back", () => {
    fc.assert(
      fc.property(parts, (given) => {
        const did = Did.parse(write(given));
        expect(did).toBe(write(given));
        expect(partsOfDid(did)).toEqual({ zone: showZone(given.zone), name: given.name });
      }),
    );
  });

  it("rejects a character outside the grammar at any position", () => {
    const foreign = fc.constantFrom(..." \t\n\0/?#@+*'\"\\<>[]{}|^~`&=;,!$()é漢\u202e\ud800");
    fc.assert(
      fc.property(valid, foreign, fc.nat(), (did, character, at) => {
        const index = at % (did.length + 1);
        expect(accepts(did.slice(0, index) + character + did.slice(index))).toBe(false);
      }),
    );
  });

  it("rejects a part that is absent, empty, capitalised if that is not allowed, or begins with a sign", () => {
    fc.assert(
      fc.property(parts, ({ method, zone, name: rest }) => {
        const broken = [
          `${method}:${zone}:${rest}`,
          `DID:${method}:${zone}:${rest}`,
          `did:${method}:${zone}`,
          `did:${method}:${zone}:`,
          `did:${method}::${rest}`,
          `did::${zone}:${rest}`,
          `did:A${method}:${zone}:${rest}`,
          `did:${method}:${zone}A:${rest}`,
          `did:-${method}:${zone}:${rest}`,
          `did:${method}:_${zone}:${rest}`,
          `did:${method}:${zone}%41:${rest}`,
          `did:${method}:${zone}:${rest}:`,
        ];
        expect(broken.filter(accepts)).toEqual([]);
      }),
    );
  });

  it("rejects a percent sign without two hexadecimal digits", () => {
    fc.assert(
      fc.property(valid, fc.constantFrom("%", "%4", "%g1", "%1g", "%%41", "%u0041"), (did, broken) => {
        expect(accepts(did + broken)).toBe(false);
      }),
    );
  });

  it(`takes ${MAX_DID_CHARACTERS} characters and not one more`, () => {
    const longest = `did:fed:s1:${"a".repeat(MAX_DID_CHARACTERS - 11)}`;
    expect(longest).toHaveLength(255);
    expect(accepts(longest)).toBe(true);
    expect(accepts(`${longest}a`)).toBe(false);
  });

  it.each([undefined, null, 5, true, {}, ["did:fed:s1:a"]])("rejects %j, which is not a string", (value) => {
    expect(accepts(value)).toBe(false);
  });

  // With time that grows with the square of the length this would take an hour.
  it("rejects a long text in time that grows with its length", () => {
    for (const tail of ["a", ":", "%41", "a:"]) expect(accepts(`did:fed:s1:${tail.repeat(1_000_000)}!`)).toBe(false);
  });
});

describe("showZone", () => {
  it.each([
    ["s0", "S0"],
    ["s1", "S1"],
    ["S2", "S2"],
    ["s3", "S3"],
    ["s4", "S4"],
  ])("shows %s as %s", (zone, shown) => expect(showZone(zone)).toBe(shown));

  it.each(["s5", "s", "s10", "testnet", "default", "TESTNET", ""])("leaves %j as it is", (zone) => {
    expect(showZone(zone)).toBe(zone);
  });
});

it.each([
  ["Atlas", "Atlas"],
  ["", "atlas"],
  ["\u3164", "atlas"],
  ["\u2800\u200d", "atlas"],
])("the name of an agent whose record says %j is %s", (given, shown) => {
  expect(nameOf({ did: "did:fed:s1:atlas", name: given })).toBe(shown);
});
