import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cursorAfter } from "./cursor";
import { Cursor, oneOf } from "./filter";
import { readQuery } from "./page-address";

const Query = z.object({ verdict: oneOf(z.enum(["pass", "fail"])), q: z.string().optional() });

describe("a filter that takes one of a few words", () => {
  it("takes them in any case, and an empty one asks for nothing", () => {
    for (const given of ["pass", "Pass", " PASS "])
      expect(Query.parse({ verdict: given })).toEqual({ verdict: "pass" });
    for (const given of [{}, { verdict: "" }, { verdict: " " }]) expect(Query.parse(given).verdict).toBeUndefined();
  });

  it("refuses every other word, and names those it takes", () => {
    const { error } = Query.safeParse({ verdict: "passed" });
    expect(error?.issues).toMatchObject([{ path: ["verdict"], message: "must be one of pass, fail" }]);
  });

  it("is left out by a page, with the other parameters in force", () => {
    expect(readQuery(Query, { verdict: "passed", q: "atlas" })).toEqual({ q: "atlas" });
    expect(readQuery(Query, { verdict: "Pass", q: "atlas" })).toEqual({ verdict: "pass", q: "atlas" });
  });
});

describe("a cursor", () => {
  it("leads behind the entry that it was made for", () => {
    fc.assert(fc.property(fc.nat(2_147_483_647), (entry) => Cursor.parse(cursorAfter(entry)) === entry));
    expect(Cursor.parse("start")).toBeNull();
    for (const given of [undefined, ""]) expect(Cursor.parse(given)).toBeUndefined();
  });

  it("is refused where no page gave it", () => {
    for (const given of [
      "7",
      "x",
      "%",
      btoa("after:-1"),
      btoa("after:1e9"),
      btoa("after:2147483648"),
      `${cursorAfter(7)}!`,
    ]) {
      expect(Cursor.safeParse(given).success, given).toBe(false);
    }
  });
});
