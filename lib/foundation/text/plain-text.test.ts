import { describe, expect, it } from "vitest";
import { plainLine, plainText } from "./plain-text";

const takesLine = (text: string) => plainLine(100).safeParse(text).success;
const takesText = (text: string) => plainText(100).safeParse(text).success;

describe("what people write", () => {
  it.each(["Łódź Tourist Office", "日本語 한국어", "שלום עולם", "O’Neill & Sons <b>", "☀️"])("may be %s", (text) => {
    expect(takesLine(text)).toBe(true);
    expect(takesText(text)).toBe(true);
  });

  it.each([
    ["NUL", "\0"],
    ["an escape sequence", "\u001b[31m"],
    ["a right-to-left override", "\u202e"],
    ["an isolate", "\u2066"],
    ["a zero-width space", "\u200b"],
    ["a word joiner", "\u2060"],
    ["a soft hyphen", "\u00ad"],
    ["a filler that looks like a space", "\u3164"],
    ["a tag character", "\u{e0041}"],
    ["a lone surrogate", "\ud800"],
    ["a line separator", "\u2028"],
  ])("must not contain %s, and the error says which", (_, character) => {
    for (const schema of [plainLine(100), plainText(100)]) {
      expect(schema.safeParse(`a${character}b`).error?.issues[0]?.message).toMatch(/U\+[0-9A-F]{4,}/);
    }
  });

  it("may break lines in running text, not in a name", () => {
    for (const text of ["one\ntwo", "a\tb"]) expect([takesLine(text), takesText(text)]).toEqual([false, true]);
    expect(plainText(100).parse(" one\r\ntwo\rthree ")).toBe("one\ntwo\nthree");
  });

  it("is required if there is no default", () => {
    for (const schema of [plainLine(5, "Say it."), plainText(5, "Say it.")]) {
      for (const text of [undefined, "", "  \n", "\u3164", "\u2800\u200d"])
        expect(schema.safeParse(text).error?.issues[0]?.message).toBe("Say it.");
      expect(schema.safeParse("123456").error?.issues[0]?.message).toBe("At most 5 characters.");
    }
  });
});
