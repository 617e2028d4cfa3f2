import { describe, expect, it } from "vitest";
import { cleanText, readSearchText } from "./search-text";

describe("readSearchText", () => {
  it.each([
    ["translate contracts", "translate contracts", ""],
    ['"pdf files" to text', '"pdf files" to text', '"pdf files"'],
    ["letters -leases", "letters  ", '-"leases"'],
    ['letters -"the last day"', "letters  ", '-"the last day"'],
    ["node -read_archive.js", "node  ", '-"read_archive.js"'],
    ['"a b" or "c d"', '"a b" or "c d"', '"a b" or "c d"'],
    ['"a b" or c', '"a b" or c', ""],
    ["a OR -b", "a OR  ", ""],
    ["-leases", " ", '-"leases"'],
    ["multi-agent e-mail", "multi-agent e-mail", ""],
    ['"leases', '"leases', ""],
    ["- & ! | (", "- & ! | (", ""],
  ])("%s", (text, question, strict) => {
    expect(readSearchText(text)).toEqual({ question, strict });
  });
});

describe("cleanText", () => {
  it("has no characters that the database cannot store, and cuts no character", () => {
    expect(cleanText(" lea\0ses \n\t a\ud83d ")).toBe("lea ses a\ufffd");
    expect(cleanText(`${"a".repeat(511)}\u{1f9ed}`)).toBe("a".repeat(511));
  });
});
