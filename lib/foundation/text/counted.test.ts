import { expect, it } from "vitest";
import { counted } from "./counted";

it("a number has the word for one, or for many", () => {
  expect([0, 1, 2_000].map((count) => counted(count, "audit"))).toEqual(["0 audits", "1 audit", "2,000 audits"]);
  expect([1, 2].map((count) => counted(count, "entry", "entries"))).toEqual(["1 entry", "2 entries"]);
});
