import { describe, expect, it } from "vitest";
import { differenceOf, fieldName, readableChanges } from "./differences";

const changed = (from: unknown, to: unknown) => differenceOf({ field: "x", from, to });
const shown = (from: string, to: string) => {
  const difference = changed(from, to);
  if (difference.kind !== "text") throw new Error(difference.kind);
  return difference.parts.map(({ is, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[is]);
};

describe("the difference of two values", () => {
  it("marks the words of a text that were removed and added", () => {
    const [from, to] = [
      "Translates legal and technical documents between Polish and English.",
      "Translates legal and technical documents between Polish, English and German, and keeps terms.",
    ];
    expect(shown(from, to).join("")).toBe(
      "Translates legal and technical documents between [-Polish -][+Polish, English +]and [-English.-][+German, and keeps terms.+]",
    );
  });

  it("shortens what stayed, long changes, and texts too long to compare", () => {
    const same = "same ".repeat(200);
    expect(shown(`${same}old`, `${same}new`).join("").length).toBeLessThan(120);
    const [long, other] = ["ab ".repeat(1300), "cd ".repeat(1300)];
    expect(shown(long, other).map((part) => part.length)).toEqual([604, 604]);
  });

  it("puts the same text together again, whatever it is", () => {
    const texts = [
      "",
      "a",
      "  two  spaces ",
      "line\nbreak and more words than the short limit allows",
      "😀 é ".repeat(9),
    ];
    for (const from of texts) {
      for (const to of texts) {
        const difference = changed(from, to);
        const parts =
          difference.kind === "text"
            ? difference.parts
            : [
                { is: "removed", text: from },
                { is: "added", text: to },
              ];
        const without = (kind: string) =>
          parts
            .filter(({ is }) => is !== kind)
            .map(({ text }) => text)
            .join("");
        expect([without("added"), without("removed")]).toEqual([from, to]);
      }
    }
  });

  it.each([
    ["short values", "1.0.0", "1.1.0", { kind: "value", from: "1.0.0", to: "1.1.0" }],
    ["a value that was absent", undefined, "MIT", { kind: "value", from: "", to: "MIT" }],
    ["other values", true, false, { kind: "value", from: "true", to: "false" }],
    ["labels", ["a", "b"], ["b", "c"], { kind: "list", added: ["c"], removed: ["a"], reworded: [] }],
    [
      "items with names",
      [{ name: "a", n: 1 }, { name: "b" }],
      [{ name: "a", n: 2 }, { name: "constructor" }],
      { kind: "list", added: ["constructor"], removed: ["b"], reworded: ["a"] },
    ],
    ["the order", ["a", "b"], ["b", "a"], { kind: "hidden", why: "Only the order changed." }],
    ["long objects", { a: "x".repeat(60) }, {}, { kind: "hidden", why: "Its values are in the JSON." }],
  ])("of %s", (_, from, to, difference) => expect(changed(from, to)).toEqual(difference));

  it("says that a content was removed", () => {
    expect(differenceOf({ field: "description" })).toEqual({ kind: "hidden", why: "Its content was removed." });
  });
});

it("a field of the manifest is left out if the record's field changed with it", () => {
  const fields = ["description", "capability_manifest.description", "capability_manifest.tools"];
  const version = { revision: 2, at: "", by: "", changes: fields.map((field) => ({ field })) };
  expect(readableChanges(version).map(({ field }) => fieldName(field))).toEqual(["Description", "Manifest: tools"]);
  expect(["a2a_guests", "runtime_type"].map(fieldName)).toEqual(["A2A guests", "Runtime type"]);
});
