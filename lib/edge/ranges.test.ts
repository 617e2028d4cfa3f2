import { expect, it } from "vitest";
import { isPastEnd } from "./ranges";

it.each([
  ["bytes=0-", false],
  ["bytes=99-", false],
  ["bytes=100-", true],
  ["bytes=99999999999999999999-", true],
  ["bytes=100-200", true],
  ["bytes=-1", false],
  ["bytes=-0", true],
  ["bytes=-500", false],
  ["bytes=200-300, 0-1", false],
  ["bytes=200-300, -0", true],
  ["bytes=", false],
  ["bytes=x-", false],
  ["lines=200-", false],
])("of 100 bytes, %j is past the end: %s", (range, past) => {
  expect(isPastEnd(range, 100)).toBe(past);
});

it("of nothing, every range is past the end", () => {
  expect(isPastEnd("bytes=0-", 0)).toBe(true);
  expect(isPastEnd("bytes=-5", 0)).toBe(true);
});
