import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Did } from "@/lib/identity/did";
import { adviseOnDid, slug } from "./rules";

const nearly = fc
  .array(fc.constantFrom("did", ":", "fed", "s1", "atlas", "ł", " ", "A", "-", "_", ".", "%2f", "%", "\u202e"), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

describe("adviseOnDid", () => {
  it("accepts a DID, and gives advice on any other text", () => {
    fc.assert(fc.property(nearly, (text) => (adviseOnDid(text) === null) === Did.safeParse(text).success));
  });

  it("loses no character of the text between its pieces", () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: "binary" })), (text) => {
        const advice = adviseOnDid(text);
        return advice === null || advice.pieces.map((piece) => piece.text).join("") === text;
      }),
    );
  });

  it("suggests only valid DIDs, for any input", () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: "binary" })), (text) => {
        const suggestion = adviseOnDid(text)?.suggestion ?? null;
        return suggestion === null || Did.safeParse(suggestion).success;
      }),
    );
  });

  it("marks exactly the characters that must go, and suggests the same without them", () => {
    const advice = adviseOnDid("did:fed:s1:łódź guide");
    expect(advice?.problem).toBe("Remove the marked characters.");
    expect(advice?.pieces.filter(({ bad }) => bad).map(({ text }) => text)).toEqual(["ł", "ó", "ź", " "]);
    expect(advice?.suggestion).toBe("did:fed:s1:lodz-guide");
  });

  it.each([
    ["", "Enter the DID.", null],
    ["atlas", "A DID must begin with “did:”.", "did:fed:default:atlas"],
    ["did:atlas", "A DID must have four parts: did:method:zone:name.", "did:fed:default:atlas"],
    ["did:fed:atlas", "A DID must have four parts: did:method:zone:name.", "did:fed:default:atlas"],
    ["did:Fed:S1:Atlas", "Remove the marked characters.", "did:fed:s1:Atlas"],
    ["did:-fed:s1:atlas", "The method must begin with a letter or a digit.", "did:fed:s1:atlas"],
    ["did:fed::atlas", "The zone must begin with a letter or a digit.", "did:fed:default:atlas"],
    ["did:fed:s1:", "The name must not end with a colon.", null],
    [`did:fed:s1:${"x".repeat(255)}`, "A DID has at most 255 characters. This one has 266.", null],
    ["did:fed:s1:на-ветру", "Remove the marked characters.", "did:fed:s1:na-vetru"],
  ])("says of %j: %s", (text, problem, suggestion) => {
    expect(adviseOnDid(text)).toMatchObject({ problem, suggestion });
  });
});

describe("slug", () => {
  it.each([
    ["Łódź Tourist Office", "Lodz-Tourist-Office"],
    ["  Straße & Söhne!  ", "Strasse-Sohne"],
    ["日本", "RiBen"],
    ["…", ""],
  ])("makes %j %j", (text, expected) => expect(slug(text)).toBe(expected));
});
