import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findNotPlain } from "./plain-words";

const TEXT = /\.(ts|tsx|mjs|md|sql|css|yml|yaml)$|^(Dockerfile|\.ci\/run)$/;
/**
 * Texts that must not change (evidence, released migrations), texts of others, tests with sentences of users, and this
 * test, which contains the forbidden words.
 */
const NOT_OURS =
  /^(public\/evidence\/|e2e\/pictures\/|lib\/.*\/published\/|drizzle\/|scripts\/plain-words|lib\/search\/examples\/score\.test|lib\/search\/encoder\/transformer\.test|lib\/features\/agents\/service\/published\.db\.test)/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => TEXT.test(path) && !NOT_OURS.test(path));

it("documents, comments and texts use plain words", () => {
  const found = files.flatMap((path) =>
    findNotPlain(path, readFileSync(path, "utf8")).map(({ line, words }) => `${path}:${line}: ${words}`),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});

it.each([
  ["a line of a document", "a.md", "It says whom it concerns.", [{ line: 1, words: "whom" }]],
  ["words on two lines", "a.md", "One part of\nwhich is old.", [{ line: 1, words: "of which" }]],
  [
    "words in two lines of a comment",
    "a.ts",
    "const a = 1;\n// It shows what\n// is there.",
    [{ line: 2, words: "what is" }],
  ],
  ["a text in code", "a.tsx", 'const title = "What is there";', [{ line: 1, words: "What is" }]],
  [
    "the second “so that” of a paragraph",
    "a.md",
    "So that a.\nSo that b.\n\nSo that c.",
    [{ line: 2, words: "So that" }],
  ],
  ["nothing in quotations", "a.md", 'It said "whoever", `what is` and “at rest”.\n\n> whom\n\n```\nwhom\n```', []],
])("finds %s", (_, path, text, findings) => {
  expect(findNotPlain(path, text)).toEqual(findings);
});
