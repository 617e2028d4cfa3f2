import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DirectoryQuery } from "@/lib/features/directory/directory-schema";
import { readQuery } from "@/lib/http/page-address";
import { addressOf, readAddress } from "./directory-view";

const NAMES = [...Object.keys(DirectoryQuery.shape), "unknown"];
const values = fc.oneof(
  fc.string(),
  fc.constantFrom("", "score", "Name", " newest ", "t2", "T9", "HIDE", "only", "0", "-1", "7", " 7 ", "999", "1e3"),
);
const parameters = fc.array(fc.tuple(fc.constantFrom(...NAMES), values), { maxLength: 12 });

describe("the address of a view", () => {
  it("is read like the API's query, except for the page size, the order and invalid values", () => {
    fc.assert(
      fc.property(parameters, (given) => {
        const first = Object.fromEntries([...given].reverse());
        const { sort, ...view } = readQuery(DirectoryQuery, first);
        const { sort: shown, limit, ...read } = readAddress(first);
        expect({ limit: first["limit"] === undefined ? 50 : limit, ...read }).toEqual(view);
        expect(shown).toBe(sort === "score" || (sort === undefined && !view.q?.trim()) ? "trusted" : sort);
      }),
    );
  });

  it("leads back to the same view", () => {
    fc.assert(
      fc.property(parameters, (given) => {
        const view = readAddress(Object.fromEntries([...given].reverse()));
        const again = readAddress(Object.fromEntries(new URL(addressOf(view), "http://portal").searchParams));
        expect(addressOf(again)).toBe(addressOf(view));
      }),
    );
  });

  it("leaves out defaults", () => {
    expect(addressOf(readAddress({}))).toBe("/agents");
    expect(addressOf(readAddress({ q: "", sort: "score", offset: "0" }))).toBe("/agents");
    expect(addressOf(readAddress({ q: "pdf", sort: "score" }))).toBe("/agents?q=pdf&sort=trusted");
  });
});
