import { describe, expect, it } from "vitest";
import { mergePatch } from "./merge-patch";

describe("mergePatch", () => {
  // The test cases of RFC 7396, Appendix A.
  it.each<[unknown, unknown, unknown]>([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("of %j by %j is %j", (target, patch, result) => {
    const before = structuredClone(target);
    expect(mergePatch(target, patch)).toEqual(result);
    expect(target).toEqual(before);
  });

  it("takes a member that every object inherits for an absent one", () => {
    expect(mergePatch({}, { constructor: { a: 1 } })).toEqual({ constructor: { a: 1 } });
  });
});
