import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The rows of docs/promises.md: the words, the file that shows them, the code that keeps them, and the test. */
const rows = readFileSync("docs/promises.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes("`"))
  .map((line) => {
    const [words = "", shown = "", kept = "", test = ""] = line
      .split(" | ")
      .map((cell) => cell.replace(/^\| | \|$/g, ""));
    const [testFile = "", ...name] = test.split("`: ");
    return {
      words,
      shown: shown.slice(1, -1),
      kept: kept.slice(1, -1),
      testFile: testFile.slice(1),
      name: name.join("`: "),
    };
  });

it("has every promise once, with a test", () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(new Set(rows.map(({ words, shown }) => words + shown)).size).toBe(rows.length);
});

it.each(rows.map((row) => [row.words, row] as const))("“%s” is shown, is kept by code, and has its test", (_, row) => {
  expect(readFileSync(row.shown, "utf8").replaceAll(/\s+/g, " ")).toContain(row.words);
  expect(existsSync(row.kept), row.kept).toBe(true);
  expect(row.name).not.toBe("");
  expect(readFileSync(row.testFile, "utf8")).toContain(`"${row.name}"`);
});
