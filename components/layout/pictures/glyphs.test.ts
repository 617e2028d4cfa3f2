import { describe, expect, it } from "vitest";
import { drawableText } from "./glyphs";

const DID = "did:fed:s1:atlas";

describe("a text in a picture", () => {
  it.each([
    ["Ledger Clerk", "Ledger Clerk"],
    ["Zażółć gęślą jaźń", "Zażółć gęślą jaźń"],
    ["Đỗ Ελλάς Україна №5 — “ok”", "Đỗ Ελλάς Україна №5 — “ok”"],
    ["Cafe\u0301", "Café"],
    ["two\n lines\u00a0here", "two lines here"],
    ["Glossa 🙂👩‍🔧🇵🇱", "Glossa"],
    ["\u202egnp.exe\u0000\u200b", "gnp.exe"],
  ])("%j is shown as %j", (text, shown) => expect(drawableText(text, DID)).toBe(shown));

  it.each(["翻訳者", "مترجم", "מתרגם", "अनुवादक", "🙂", "   ", "a\u20dd", "Ⅷ⠿"])("%j is replaced by the DID", (text) =>
    expect(drawableText(text, DID)).toBe(DID),
  );

  it("is cut off when it is too long", () => expect(drawableText("x".repeat(4_000), DID)).toBe(`${"x".repeat(160)}…`));
});
