import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scripts } from "../package.json";
import { faultOfNode } from "./node-version.mjs";

describe("the version of Node", () => {
  it.each(["20.19.0", "20.20.2", "21.0.0", "24.1.0", "26.10.0", "100.0.0"])("%s is new enough", (version) => {
    expect(faultOfNode(version, ">=20.19")).toBeUndefined();
  });

  it.each(["18.20.8", "20.18.3", "20.9.0", "8.19.1"])("%s is too old, and the sentence names the oldest", (version) => {
    expect(faultOfNode(version, ">=20.19")).toBe(`Node 20.19 or newer is needed. This is Node ${version}.`);
  });
});

const entries = [
  ...Object.values(scripts)
    .join(" ")
    .matchAll(/scripts\/(?:run|build|portal|test)\.mjs/g),
];

it.each([...new Set(entries.flat())])("%s checks the version before it loads anything else", (entry) => {
  const [, first] = /^import (.+);$/m.exec(readFileSync(entry, "utf8")) ?? [];
  expect(first).toBe('"./node-version.mjs"');
});

/** Exports of Node's modules that Node 18 does not have. A named import of one fails before any module runs. */
const NEWER =
  /import \{[^}]*\b(?:parseEnv|styleText|glob|globSync|registerHooks|enableCompileCache)\b[^}]*\} from "node:/;

it.each([
  "scripts/run.mjs",
  "scripts/build.mjs",
  "scripts/commit.mjs",
  "lib/system/builds.mjs",
  "lib/system/listen.mjs",
])("%s imports nothing that an old Node does not have", (file) => {
  expect(readFileSync(file, "utf8")).not.toMatch(NEWER);
});
