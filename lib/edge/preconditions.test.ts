import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { failsPrecondition } from "./preconditions";

const CHANGED = "Fri, 27 Nov 2026 09:00:00 GMT";
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "preconditions-"));
  file = path.join(folder, "icon.svg");
  await writeFile(file, "<svg/>");
  const seconds = Date.parse(CHANGED) / 1_000 + 0.5;
  await utimes(file, seconds, seconds);
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  [{}, false],
  [{ "if-match": "*" }, false],
  [{ "if-match": '"x"' }, true],
  [{ "if-match": 'W/"33a-1a2"' }, true],
  [{ "if-unmodified-since": CHANGED }, false],
  [{ "if-unmodified-since": "Fri, 27 Nov 2026 08:59:59 GMT" }, true],
  [{ "if-unmodified-since": "no date" }, false],
  [{ "if-match": "*", "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }, false],
])("%j fails: %s", async (headers, fails) => {
  expect(await failsPrecondition(headers, file)).toBe(fails);
});
