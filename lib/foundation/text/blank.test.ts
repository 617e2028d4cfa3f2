import { describe, expect, it } from "vitest";
import { isBlank, trimmed, trimmedText } from "./blank";

describe("a text shows nothing", () => {
  it.each([
    ["that is empty", ""],
    ["of white space", " \t\n\u00a0\u3000\u2028"],
    ["of controls", "\u0001\u0085"],
    ["of the Hangul filler", "\u3164\u3164"],
    ["of the half-width Hangul filler", "\uffa0"],
    ["of Hangul fillers of syllables", "\u115f\u1160"],
    ["of the Braille blank", "\u2800"],
    ["of a zero-width space and a word joiner", "\u200b\u2060\ufeff"],
    ["of joiners", "\u200c\u200d"],
    ["of variation selectors", "\ufe0f\u{e0100}"],
    ["of the combining grapheme joiner", "\u034f"],
    ["of a soft hyphen", "\u00ad"],
    ["of marks of direction", "\u200e\u202e\u2066"],
    ["of tags", "\u{e0041}\u{e007f}"],
    ["of inherent vowels of Khmer", "\u17b4"],
    ["of anchors of annotations", "\ufff9\ufffb"],
    ["of an empty musical note head and an Egyptian blank", "\u{1d159}\u{13441}"],
  ])("%s", (_, text) => {
    for (const padded of [text, ` ${text}\u2800`]) expect([isBlank(padded), trimmed(padded)]).toEqual([true, ""]);
  });
});

describe("a text shows something, and stays as it is", () => {
  it.each([
    "می\u200cشود",
    "क्\u200dष",
    "👨\u200d👩\u200d👧",
    "☀\ufe0f",
    "1\ufe0f\u20e3",
    "\u3164a",
    "a\u2800b",
    "-",
    "\u2801",
  ])("%j", (text) => {
    expect([isBlank(text), trimmed(text)]).toEqual([false, text]);
  });
});

it("is trimmed", () => {
  expect(trimmed("  a b\n")).toBe("a b");
  expect(trimmedText().min(1).safeParse(" \u3164 ").success).toBe(false);
  expect(trimmedText("Enter it.").safeParse(undefined).error?.issues[0]?.message).toBe("Enter it.");
});

it("takes linear time", () => {
  expect(isBlank(`${"\u3164".repeat(1_000_000)}a`)).toBe(false);
});
