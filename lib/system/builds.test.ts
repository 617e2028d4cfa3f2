import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimBuild, createBuild, publishBuild } from "./builds.mjs";

/** The id of a process that does not run: Linux has none above 4,194,304. */
const ENDED = "4999999";
const home = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "governance-builds-"));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

/** Makes a build whose process has ended. @param processes the ids of those that run it */
function build(name: string, ...processes: string[]): string {
  const made = path.resolve(".builds", `${name}-${ENDED}`);
  mkdirSync(path.join(made, "processes"), { recursive: true });
  for (const id of processes) writeFileSync(path.join(made, "processes", id), "");
  return made;
}

const names = () => readdirSync(".builds").map((name) => name.split("-")[0]);

describe("publishing a build", () => {
  it("lets dist lead to it, and keeps the one before", () => {
    for (const name of ["a", "b", "c"]) publishBuild(build(name));
    expect(readlinkSync("dist")).toBe(`.builds/c-${ENDED}`);
    expect(names()).toEqual(["b", "c"]);
  });

  it("keeps every build that a process runs, and removes it after that process", () => {
    publishBuild(build("a", String(process.pid)));
    for (const name of ["b", "c"]) publishBuild(build(name, ENDED));
    expect(names()).toEqual(["a", "b", "c"]);
    rmSync(path.join(".builds", `a-${ENDED}`, "processes", String(process.pid)));
    publishBuild(build("d"));
    expect(names()).toEqual(["c", "d"]);
  });

  it("keeps a build that another process has not finished, and removes one whose process ended", () => {
    const unfinished = createBuild();
    build("failed");
    publishBuild(build("a"));
    publishBuild(build("b"));
    expect(existsSync(unfinished)).toBe(true);
    expect(names()).not.toContain("failed");
  });

  it("replaces the plain folder of an older version", () => {
    mkdirSync("dist/lib", { recursive: true });
    publishBuild(build("a"));
    expect(readlinkSync("dist")).toBe(`.builds/a-${ENDED}`);
  });
});

describe("claiming a build", () => {
  it("names this process, and forgets processes that ended", () => {
    const made = build("a", ENDED, "no-number");
    claimBuild(made);
    expect(readdirSync(path.join(made, "processes"))).toEqual([String(process.pid)]);
  });

  it("writes nothing into the source or a copy of a build", () => {
    claimBuild(folder);
    expect(readdirSync(folder)).toEqual([]);
  });
});
