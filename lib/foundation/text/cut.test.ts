import fc from "fast-check";
import { expect, it } from "vitest";
import { cutList, cutText, jsonBytes } from "./cut";

it("a text keeps whole letters, as many as fit", () => {
  expect(cutText("abcdef", 5)).toBe("abc");
  expect(cutText("abc", 5)).toBe("abc");
  expect(cutText('a"b', 5)).toBe('a"');
  expect(cutText("🙂🙂", 9)).toBe("🙂");
  expect(cutText("e\u0301e\u0301", 6)).toBe("e\u0301");
  expect(cutText("abc", 2)).toBe("");
});

it("a list keeps whole items, as many as fit", () => {
  expect(cutList(["a", "b", "c"], 9)).toEqual(["a", "b"]);
  expect(cutList(["a", "b", "c"], 13)).toEqual(["a", "b", "c"]);
  expect(cutList(["a"], 2)).toEqual([]);
});

it("neither has more bytes than it may, nor less than it could", () => {
  const bytes = fc.integer({ min: 2, max: 60 });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), bytes, (text, most) => {
      const cut = cutText(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect(jsonBytes(cut)).toBeLessThanOrEqual(most);
      if (jsonBytes(text) <= most) expect(cut).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.string()), bytes, (items, most) => {
      const cut = cutList(items, most);
      expect(items.slice(0, cut.length)).toEqual(cut);
      expect(jsonBytes(cut)).toBeLessThanOrEqual(most);
      if (cut.length < items.length) expect(jsonBytes(items.slice(0, cut.length + 1))).toBeGreaterThan(most);
    }),
  );
});
