import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Occurs in `lib/foundation/errors.ts` and nowhere else. */
const SENTENCE = "Only an operator may do this.";

function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(
      (file) =>
        file.endsWith(".js") &&
        !file.startsWith(".next") &&
        readFileSync(path.join(folder, file), "utf8").includes(text),
    )
    .toSorted();
}

it("pages and routes import the modules of lib/ that the server runs, and Next has no copy of them", () => {
  expect(filesWith(SENTENCE, "dist")).toEqual(["lib/foundation/errors.js"]);
  expect(filesWith(SENTENCE, "dist/.next/server")).toEqual([]);
  expect(filesWith("/lib/foundation/errors.js", "dist/.next/server")).not.toEqual([]);
});
