import { describe, expect, it } from "vitest";
import { foldWords, isContent, wordsOf } from "./words";

describe("the words of a text", () => {
  it.each([
    ["case and accents", "Café CAFÉ naïve Ærø ŁÓDŹ łódź", "cafe cafe naive aero lodz lodz"],
    ["ß as ss", "Straße STRASSE STRAẞE", "strasse strasse strasse"],
    [
      "Turkish i, dotted and dotless",
      "İSTANBUL istanbul IĞDIR ığdır DİYARBAKIR",
      "istanbul istanbul igdir igdir diyarbakir",
    ],
    ["full width, half width and ligatures", "ＦＵＬＬ　ｗｉｄｔｈ １２３ ﬁle", "full width 123 file"],
    ["Cyrillic", "Перевод ДОКУМЕНТОВ Ёлка", "перевод документов елка"],
    ["Greek", "Μετάφραση ΜΕΤΑΦΡΑΣΗ ΛΌΓΟΣ λόγος", "μεταφραση μεταφραση λογοσ λογοσ"],
    ["Vietnamese", "Tiếng Việt đường", "tieng viet duong"],
    ["Arabic, with or without marks", "تَرْجَمَة ترجمة أحمد", "ترجمة ترجمة احمد"],
    ["Hebrew, with or without points", "עִבְרִית עברית", "עברית עברית"],
    ["Hindi, with its vowels", "हिन्दी हद", "हिन्दी हद"],
    ["Persian, with or without a non-joiner", "می\u200cشود میشود", "میشود میشود"],
    ["Hindi, with or without a joiner", "क्\u200dष क्ष", "क्ष क्ष"],
    ["Chinese in pairs", "中文翻译。", "中文 文翻 翻译"],
    ["Chinese beyond 16 bits", "𠮷野家", "𠮷野 野家"],
    ["Japanese in pairs, with its marks", "バン パン ﾊﾟﾝ", "バン パン パン"],
    ["Korean in pairs", "문서번역", "문서 서번 번역"],
    ["Thai in pairs, with its vowels and tones", "น้ำนา", "น้ํา านา".replace("านา", "าน นา")],
    ["Lao, Khmer and Burmese in pairs", "ລາວ ខ្មែរ မြန်မာ", "ລາ າວ ខ្មែ មែរ မြန် န်မာ"],
    ["mixed scripts", "GPT翻訳 AIエージェント", "gpt 翻訳 ai エー ージ ジェ ェン ント"],
    ["single letters and digits in pairs with their neighbours", "T恤 第3章 5分", "t恤 第3 3章 5分"],
    ["names with joined words", "e-mail snake_case don't it's", "e mail snake case don it"],
  ])("have %s", (_, text, words) => {
    expect(wordsOf(text)).toEqual(words.split(" "));
  });

  it.each(["Łódź Café", "Tiếng Việt", "バン パン", "문서번역", "น้ำนา", "हिन्दी", "أحمد", "Ёлка", "İSTANBUL"])(
    "are the same in any normal form: %s",
    (text) => {
      for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) {
        expect(wordsOf(text.normalize(form))).toEqual(wordsOf(text));
        expect(foldWords(text.normalize(form))).toBe(foldWords(text));
      }
    },
  );

  it("are no longer than 40 units, and well-formed", () => {
    for (const text of [
      "x".repeat(4_000),
      `x${"𐐷".repeat(4_000)}`,
      "\ud800天\udfff",
      "天".repeat(4_000),
      "\u0301".repeat(99),
    ]) {
      for (const word of wordsOf(text)) {
        expect(word.length).toBeLessThanOrEqual(40);
        expect(word.isWellFormed()).toBe(true);
      }
    }
  });

  it("count if they do not only ask", () => {
    expect(wordsOf("Wie kann ich das übersetzen? Jak to przetłumaczyć?").filter(isContent)).toEqual([
      "kann",
      "ubersetzen",
      "przetlumaczyc",
    ]);
  });
});
