import { describe, expect, it } from "vitest";
import { ownEntries, ownValue } from "./own-values";

describe("the value of a key", () => {
  const table = { node: "Node.js", empty: undefined };

  it.each(["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "python", ""])(
    "%j is unknown",
    (key) => {
      expect(ownValue(table, key)).toBeUndefined();
    },
  );

  it("is the object's own, also with a name that all objects inherit", () => {
    expect(ownValue(table, "node")).toBe("Node.js");
    expect(ownValue(JSON.parse('{"constructor":1,"__proto__":2}'), "constructor")).toBe(1);
    expect(ownValue(JSON.parse('{"constructor":1,"__proto__":2}'), "__proto__")).toBe(2);
  });
});

it("the entries are the object's own", () => {
  expect(ownEntries(Object.assign(Object.create({ inherited: 1 }), { a: 1 }))).toEqual([["a", 1]]);
});
