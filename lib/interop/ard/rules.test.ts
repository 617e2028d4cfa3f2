import { describe, expect, it } from "vitest";
import { readFilter, readOrder, scoresOf } from "./rules";

describe("scores", () => {
  it("say how well an entry matches, from 0 to 100, and never rise from one entry to the next", () => {
    const scores = scoresOf([
      { match: "words", rank: 4.3 },
      { match: "words", rank: 2.2 },
      { match: "words", rank: 1.2 },
      { match: "words", rank: 0.3 },
      { match: "words", rank: 0.02 },
      { match: "words", rank: 0 },
      { match: "meaning", nearness: 0.81 },
      { match: "meaning", nearness: 0.44 },
      { match: "meaning", nearness: 0.6 },
    ]);
    expect(scores).toEqual([100, 95, 90, 85, 73, 70, 70, 44, 44]);
    expect(scoresOf([{ match: "meaning", nearness: 0.625 }, { match: "meaning" }])).toEqual([63, 0]);
    expect(scoresOf([{ match: "typo" }, { match: "meaning", nearness: 1.2 }])).toEqual([60, 60]);
    expect(scoresOf([{ match: "meaning", nearness: -0.5 }])).toEqual([0]);
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
