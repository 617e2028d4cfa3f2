import { describe, expect, it } from "vitest";
import { sameOrganisation } from "@/lib/identity/organisation";
import { looksAlike } from "./look-alike";

describe("one organisation", () => {
  it.each([
    ["Acme Corp", "ACME corp"],
    ["Ａｃｍｅ", "Acme"],
    ["Straße", "STRASSE"],
    ["Łódź", "łÓDŹ"],
    ["ΟΔΟΣ", "οδος"],
    ["Caf\u00e9", "CAFE\u0301"],
    ["Two  words ", "two words"],
  ])("%j is %j", (one, other) => {
    expect(sameOrganisation(one, other)).toBe(true);
    expect(looksAlike(one, other)).toBe(false);
  });

  it.each([
    ["Dian", "D\u0131an"],
    ["Acme", "Acme 2"],
    ["Acme", "\u0410cme"],
    [null, null],
    ["Acme", null],
  ])("%j is not %j", (one, other) => expect(sameOrganisation(one, other)).toBe(false));
});

describe("names that look alike", () => {
  it.each([
    ["Acme Corp", "\u0410cme Corp"],
    ["ACME INC", "\u0410cme Inc"],
    ["acme", "\u0430\u0441m\u0435"],
    ["Night Watch", "Night-Watch"],
    ["Modern", "Modem"],
    ["Bill", "Bi1l"],
    ["Omega", "\u039fmega"],
  ])("%j and %j", (one, other) => expect(looksAlike(one, other)).toBe(true));

  it.each([
    ["Acme", "Acne"],
    ["North", "South"],
    ["Łódź", "Lublin"],
  ])("are not %j and %j", (one, other) => expect(looksAlike(one, other)).toBe(false));
});
