import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "@/lib/search/ranking/words";
import { highlightsOf, spellMet } from "./highlights";
import type { Part } from "./search-schema";

const passage = (text: string) => ({ field: "description" as const, text });
const textOf = (parts: readonly Part[] = []) => parts.map(({ text }) => text).join("");
const marked = (parts: readonly Part[] = []) => parts.filter(({ match }) => match).map(({ text }) => text);

describe("highlightsOf", () => {
  it.each([
    ["a word in another form", "translat", "Translating texts", ["Translating"]],
    ["a word with accents, composed or not", "zolw", "Żółw Z\u0307o\u0301łw", ["Żółw", "Z\u0307o\u0301łw"]],
    ["a word inside a joined name", "weather", "OpenWeather", ["OpenWeather"]],
    ["a word without its plural", "kubectl", "many kubectls", ["kubectls"]],
    ["pairs of a script without spaces", "合同", "翻译合同的代理", ["合同"]],
  ])("marks %s", (_, stem, text, words) => {
    expect(marked(highlightsOf([passage(text)], new Set([stem]), "")[0]?.parts)).toEqual(words);
  });

  it("marks whole words, in any case, and keeps all other letters", () => {
    const [highlight] = highlightsOf([passage("Letters, unlettered; LETTERS.")], new Set(["letter"]), "letters");
    expect(highlight?.parts).toEqual([
      { text: "Letters", match: true },
      { text: ", unlettered; ", match: false },
      { text: "LETTERS", match: true },
      { text: ".", match: false },
    ]);
  });

  it("cuts a long text to the piece with the most of the words", () => {
    const text = `${"one word ".repeat(60)}alpha ${"and so on ".repeat(60)}alpha beta gamma ${"at the end ".repeat(60)}`;
    const [highlight] = highlightsOf([passage(text)], new Set(["alpha", "beta", "gamma"]), "alpha beta gamma");
    expect(marked(highlight?.parts)).toEqual(["alpha", "beta", "gamma"]);
    expect(highlight?.parts[0]).toEqual({ text: "…", match: false });
    expect(highlight?.parts.at(-1)).toEqual({ text: "…", match: false });
    expect(textOf(highlight?.parts).length).toBeLessThan(200);
  });

  it("begins a long text near its match", () => {
    const late = highlightsOf([passage(`${"a ".repeat(300)}beta`)], new Set(["beta"]), "");
    expect(textOf(late[0]?.parts).length).toBeLessThan(60);
  });

  it("shows a further passage only for a word that those before have not", () => {
    const passages = [passage("alpha alone"), passage("alpha and beta"), passage("only gamma"), passage("beta again")];
    const shown = highlightsOf(passages, new Set(["alpha", "beta", "gamma"]), "");
    expect(shown.map(({ parts }) => textOf(parts))).toEqual(["alpha and beta", "only gamma"]);
  });

  it("marks a part of a name if the search has no whole word, and nothing in a description", () => {
    const name = { field: "name" as const, text: "Glossa" };
    expect(highlightsOf([name, passage("Glossa")], new Set(), "LOSS")).toEqual([
      {
        field: "name",
        parts: [
          { text: "G", match: false },
          { text: "loss", match: true },
          { text: "a", match: false },
        ],
      },
    ]);
  });

  it("has parts that together are a piece of the text, for any text", () => {
    const unit = fc.constantFrom("a", "b", " ", "é", "İ", "\u{1f9ed}", "<b>", "翻", "\n");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 400 }), fc.string({ unit, maxLength: 3 }), (text, asked) => {
        for (const field of ["name", "description"] as const) {
          for (const { parts } of highlightsOf([{ field, text }], new Set(wordsOf(asked)), asked)) {
            const piece = textOf(parts).replace(/^…/, "").replace(/…$/, "");
            expect(text).toContain(piece);
            expect(piece.isWellFormed()).toBe(true);
            expect(marked(parts).length).toBeGreaterThan(0);
            expect(parts.every((part) => part.text !== "")).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("spellMet", () => {
  it.each([
    ["leas", "A lease in Leases", "lease"],
    ["translat", "Translating texts", "Translating"],
    ["azur", "Azure", "Azure"],
    ["kubectl", "many kubectls", "kubectls"],
    ["postgr", "MySQL", "postgr"],
  ])("spells %s as the text has it first: %s", (word, text, spelled) => {
    expect(spellMet([{ word }], [passage(text)])).toEqual([{ word: spelled }]);
  });
});
