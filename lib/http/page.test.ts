import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { pageQuery } from "./page";

const MAX_OFFSET = 2_147_483_647;
const Page = z.object(pageQuery({ defaultLimit: 50, maximumLimit: 200 }));

describe("pageQuery", () => {
  it.each([
    [{}, { limit: 50, offset: 0 }],
    [
      { limit: "7", offset: "14" },
      { limit: 7, offset: 14 },
    ],
    [{ limit: "0" }, { limit: 1, offset: 0 }],
    [
      { limit: "-5", offset: "-5" },
      { limit: 1, offset: 0 },
    ],
    [{ limit: "201" }, { limit: 200, offset: 0 }],
    [
      { limit: "999999999999999", offset: "999999999999999" },
      { limit: 200, offset: MAX_OFFSET },
    ],
    [
      { limit: "", offset: "" },
      { limit: 50, offset: 0 },
    ],
    [
      { limit: "ten", offset: "1.5" },
      { limit: 50, offset: 0 },
    ],
    [
      { limit: "1e2", offset: "0x10" },
      { limit: 50, offset: 0 },
    ],
    [
      { limit: "NaN", offset: "Infinity" },
      { limit: 50, offset: 0 },
    ],
    [
      { limit: " 7 ", offset: "+3" },
      { limit: 7, offset: 3 },
    ],
  ])("reads %j as %j", (query, page) => {
    expect(Page.parse(query)).toEqual(page);
  });

  it("refuses nothing, and always gives whole numbers within the bounds", () => {
    const anything = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String), fc.bigInt().map(String));
    fc.assert(
      fc.property(anything, anything, (limit, offset) => {
        const page = Page.parse({ limit, offset });
        expect(Number.isInteger(page.limit) && page.limit >= 1 && page.limit <= 200).toBe(true);
        expect(Number.isInteger(page.offset) && page.offset >= 0 && page.offset <= MAX_OFFSET).toBe(true);
      }),
    );
  });

  it("describes its bounds and its default to clients", () => {
    const { properties } = z.toJSONSchema(Page, { io: "input", unrepresentable: "any" });
    expect(properties).toEqual({
      limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
      offset: { type: "integer", minimum: 0, maximum: MAX_OFFSET, default: 0 },
    });
  });

  it("clamps an integer to the nearest bound and leaves one within them alone", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (n) => {
        expect(Page.parse({ limit: String(n) }).limit).toBe(Math.min(Math.max(n, 1), 200));
        expect(Page.parse({ offset: String(n) }).offset).toBe(Math.max(n, 0));
      }),
    );
  });
});
