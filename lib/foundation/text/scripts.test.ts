import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBlank, trimmed } from "./blank";
import { cut, shortened } from "./cut";
import { foldText, isSameText } from "./fold";
import { INVISIBLE_IN_LINE, plainLine, plainText, removeInvisible } from "./plain-text";

/** Texts of several scripts as people write them, each with its graphemes. */
const TEXTS: Record<string, string[]> = {
  "Latin, composed of letters and marks": ["Z", "a", "z\u0307", "o\u0301", "ł", "c\u0301"],
  Vietnamese: ["T", "i", "e\u0302\u0301", "n", "g", " ", "V", "i", "e\u0323\u0302", "t"],
  Greek: ["Ο", "δ", "ο", "\u03b9\u0308\u0301", "ς"],
  Cyrillic: ["Й", "о", "г", "и\u0306"],
  Hebrew: ["ש\u05c1\u05b8", "ל", "ו\u05b9", "ם"],
  "Persian, with a non-joiner": ["م", "ی\u200c", "ش", "و", "د"],
  "Hindi, with a joiner": ["क\u094d\u200dषे", "त\u094dर"],
  "Bengali, with a joiner at its end": ["স", "ৎ", " ", "ত\u09cd\u200d"],
  Tamil: ["நி", "ர", "ல\u0bcd"],
  Sinhala: ["ශ\u0dca\u200dරී", " ", "ල", "ක"],
  Thai: ["ที่", "นี่", "น้ำ"],
  "Khmer, with spaces without width": ["ខ្ញុំ", "\u200b", "ច", "ង់", "\u200b", "ទៅ"],
  "Chinese, with a rare and a variant character": ["葛\u{e0100}", "飾", "区", "𠮷"],
  "Japanese, with a separate mark": ["か\u3099", "く", "せ", "い"],
  "Korean, composed and of parts": ["한", "\u1112\u1161\u11ab", "국"],
  "Mongolian, with a variant": ["ᠮ", "ᠣ", "ᠩ", "ᠭ\u180b", "ᠣ", "ᠯ"],
  Amharic: ["አ", "ማ", "ር", "ኛ"],
  Emoji: [
    "👩🏽\u200d💻",
    "👨\u200d👩\u200d👧",
    "❤\ufe0f",
    "1\ufe0f\u20e3",
    "🇵🇱",
    "🇯🇵",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ],
};
const each = Object.entries(TEXTS).map(([script, graphemes]) => [script, graphemes.join(""), graphemes] as const);

describe.each(each)("%s", (_, text, graphemes) => {
  it("is accepted in a line and in running text, and stays as it is but for its composition", () => {
    for (const schema of [plainLine(200), plainText(200)]) expect(schema.parse(text)).toBe(text.normalize("NFC"));
    expect([isBlank(text), trimmed(` ${text} `), removeInvisible(text)]).toEqual([false, text, text]);
  });

  it("is cut between its graphemes, wherever the bound is", () => {
    for (let most = 0; most <= text.length; most += 1) {
      let whole = "";
      for (const grapheme of graphemes) {
        if (whole.length + grapheme.length > most) break;
        whole += grapheme;
      }
      // A grapheme longer than all that is kept has no better cut than between its characters.
      if (whole === "" && most > 0) expect(cut(text, most).isWellFormed()).toBe(true);
      else expect(cut(text, most)).toBe(whole);
    }
  });

  it("is the same text in another case, composition or width, and with other invisible characters", () => {
    const forms = (["NFC", "NFD", "NFKC", "NFKD"] as const).map((form) => text.normalize(form));
    const others = [text.toUpperCase(), text.toLowerCase(), text.replace(/[\u200b-\u200d]/g, ""), `  ${text}\u3000`];
    for (const other of [...forms, ...others]) expect(isSameText(text, other)).toBe(true);
    expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe("an invisible character outside its script", () => {
  it.each([
    ["a joiner alone", "\u200d"],
    ["a non-joiner alone", "a \u200c b"],
    ["a joiner between Latin letters", "pay\u200dpal"],
    ["a non-joiner between Latin letters", "pay\u200cpal"],
    ["two joiners", "क\u094d\u200d\u200dष"],
    ["a non-joiner at the end of a word", "می\u200c شود"],
    ["a joiner after an emoji, before a letter", "👩\u200dx"],
    ["a joiner between a letter and an emoji", "x\u200d👩"],
    ["a space without width between Latin letters", "a\u200bb"],
    ["a variant of a Latin letter", "a\u{e0100}"],
    ["tags without a flag", "a\u{e0067}\u{e007f}"],
  ])("is refused and removed: %s", (_, text) => {
    for (const schema of [plainLine(200), plainText(200)]) {
      if (isBlank(text)) expect(schema.parse(text)).toBe("");
      else expect(schema.safeParse(text).error?.issues[0]?.message).toMatch(/^Remove an invisible character: U\+/);
    }
    expect(INVISIBLE_IN_LINE.test(removeInvisible(text))).toBe(false);
    expect(isSameText(text, text.replace(/\p{DI}/gu, ""))).toBe(true);
  });
});

describe("a cut text", () => {
  it("is a beginning of the text that is well-formed, within the bound, and as long as graphemes allow", () => {
    const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
    const units = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...each.map(([, text]) => text)));
    fc.assert(
      fc.property(fc.array(units, { maxLength: 6 }), fc.nat(40), (parts, most) => {
        const text = parts.join("");
        const kept = cut(text, most);
        expect([text.startsWith(kept), kept.isWellFormed(), kept.length <= most]).toEqual([true, true, true]);
        const ends = [...graphemes.segment(text)].map(({ index, segment }) => index + segment.length);
        const longest = ends.findLast((end) => end <= most);
        // A grapheme longer than all that is kept has no better cut than between its characters.
        if (longest !== undefined) expect(kept).toHaveLength(longest);
      }),
    );
  });

  it("keeps the pair of CR and LF", () => {
    expect(cut("a\r\nb", 2)).toBe("a");
    expect([cut("abc", 3), cut("abc", 0), cut("", 5)]).toEqual(["abc", "", ""]);
  });

  it("ends with an ellipsis if it is shortened", () => {
    expect([
      shortened("short", 5),
      shortened("too long", 4),
      shortened("👨\u200d👩\u200d👧👨\u200d👩\u200d👧", 12),
    ]).toEqual(["short", "too…", "👨\u200d👩\u200d👧…"]);
  });
});

it("the cost of a long text of marks, flags or joiners is linear", () => {
  for (const unit of [
    "\u0301\u0316",
    "\u0301\u200d\u0316\u034f",
    "🇵🇱",
    "👩\u200d",
    "क\u094d\u200d",
    "\u200c",
    "\u{e0067}",
    "1\ufe0f",
  ]) {
    const text = unit.repeat(500_000);
    expect(cut(text, 300_000).length).toBeGreaterThan(299_980);
    expect(plainText(10_000_000).safeParse(`a${text}b`)).toHaveProperty("success");
    expect(removeInvisible(text).length).toBeLessThanOrEqual(text.length);
    expect(foldText(text).length).toBeLessThanOrEqual(text.length);
  }
});

/** A text that is cut to a number of characters, or between surrogates, in another way. */
const CUT_OTHERWISE =
  /\.slice\(0, (?:MAX|MOST|SHOWN|LEAD|TITLE)?_?\w*CHARACTERS\b|\.slice\(0, BOUNDS\.|\[\\u?[dD][89a-fA-F]00-/;

it("every text of others is cut by this one function", () => {
  const files = ["app", "client", "components", "lib"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file));
  const cutting = files.filter((file) => CUT_OTHERWISE.test(readFileSync(file, "utf8")));
  // Paths in the log are percent-encoded.
  expect(cutting).toEqual(["lib/edge/loggable-path.ts"]);
});
