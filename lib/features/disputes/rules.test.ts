import { describe, expect, it } from "vitest";
import { didsIn, foreignDidIn, partsOfRecord, recordHref } from "./rules";
import { disputeInWords, stateOfDisputes } from "./view";

describe("the DIDs in a reply", () => {
  it("are found in any case and of any method, without the punctuation of a sentence", () => {
    const text = "See did:fed:s1:atlas, (did:web:kestrel.example) and DID:fed:s1:ATLAS. Not candid:x:y.";
    expect(didsIn(text)).toEqual(["did:fed:s1:atlas", "did:web:kestrel.example", "DID:fed:s1:ATLAS"]);
  });

  it("must be in the record", () => {
    expect(foreignDidIn("Not did:fed:s1:atlas.", ["did:fed:s1:atlas"])).toBeUndefined();
    expect(foreignDidIn("It was did:fed:s1:other!", ["did:fed:s1:atlas"])).toBe("did:fed:s1:other");
    expect(foreignDidIn("did:fed:s1:atlas-2", ["did:fed:s1:atlas"])).toBe("did:fed:s1:atlas-2");
  });
});

it("a record has a page", () => {
  expect(partsOfRecord("incident:12")).toEqual({ kind: "incident", id: "12" });
  expect(recordHref("incident:12")).toBe("/incidents/12");
  expect(recordHref("audit:4b7f")).toBe("/audits/4b7f");
});

it("a record is disputed while one reply waits, and then has its newest decision", () => {
  const decided = (seq: number, decision: "upheld" | "amended") => ({
    ...{ did: "did:fed:s1:a", disputed: false, due_at: null, replies: [] },
    decision: { decision, by: "operator:abcdefgh", reason: "r", at: "2026-11-20T00:00:00.000Z", seq },
  });
  const open = { did: "did:fed:s1:b", disputed: true, due_at: null, replies: [], decision: null };
  expect(stateOfDisputes([])).toBeNull();
  expect(stateOfDisputes([decided(4, "upheld"), open])).toBe("disputed");
  expect(stateOfDisputes([decided(9, "amended"), decided(4, "upheld")])).toBe("amended");
  expect(disputeInWords("amended")).toBe("was disputed, then amended");
});
