import { describe, expect, it } from "vitest";
import { readFilter, readOrder, scoresOf } from "./rules";

describe("scores", () => {
  it("say how likely an entry fits, from 0 to 100, and never rise from one entry to the next", () => {
    expect(scoresOf([1, 0.949, 0.6, 0.62, 0.031, 0])).toEqual([100, 95, 60, 60, 3, 0]);
  });
});

describe("the filter of a list", () => {
  it.each<[string, Record<string, string[]>]>([
    ["", {}],
    ["  ", {}],
    ["type = 'application/json'", { type: ["application/json"] }],
    ["type='a, b ,,c' AND tags=\"law\"", { type: ["a", "b", "c"], tags: ["law"] }],
    [
      "displayName = 'O''Brien' and createdAfter > '2026-01-01'",
      { displayName: ["O'Brien"], createdAfter: ["2026-01-01"] },
    ],
    ["metadata.example.fed.trustTier = 'T2'", { "metadata.example.fed.trustTier": ["T2"] }],
    ["type = 'AND'", { type: ["AND"] }],
  ])("%s is read", (text, terms) => {
    expect(readFilter(text)).toEqual(terms);
  });

  it.each([
    "type",
    "type = application/json",
    "type = 'a' OR type = 'b'",
    "type = 'a' type = 'b'",
    "type = 'a' AND",
    "type = 'a' AND type = 'b'",
    "type = ''",
    "type = 'a",
    "type < 'a'",
    "'a' = type",
    "__proto__ = 'a'; drop table agents",
    `${"x = 'a' AND ".repeat(100)}`,
  ])("%s is none, and it is said why", (text) => {
    expect(readFilter(text)).toEqual(expect.stringMatching(/^must /));
  });
});

it.each([
  ["displayName", "name"],
  [" DisplayName  asc", "name"],
  ["createdAt DESC", "newest"],
  ["trustScore desc", "score"],
  ["createdAt", null],
  ["displayName DESC", null],
  ["", null],
  ["constructor", null],
])("the order %s is %s", (text, order) => {
  expect(readOrder(text)).toBe(order);
});
