import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const COMMANDS = ["doctor", "verify", "import", "reindex"];
/** A build script that is done at once. Its entries print their name. */
const BUILD = `
import { writeFileSync } from "node:fs";
import { commit } from "./commit.mjs";
import { createBuild, publishBuild } from "../lib/system/builds.mjs";
const build = createBuild();
for (const name of ["server", "doctor", "verify", "import", "reindex"])
  writeFileSync(build + "/" + name + ".js", "process.stdout.write('ran " + name + "')");
writeFileSync(build + "/commit", commit());
publishBuild(build);
`;
let folder: string;

const git = (...parameters: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...parameters], { cwd: folder });

/** Copies the scripts into a repository with one commit. */
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "governance-run-"));
  for (const file of [
    "package.json",
    ...["run", "supervise", "node-version", "commit"].map((name) => `scripts/${name}.mjs`),
  ])
    cpSync(file, path.join(folder, file));
  cpSync("lib/system/builds.mjs", path.join(folder, "lib/system/builds.mjs"));
  writeFileSync(path.join(folder, "scripts/build.mjs"), BUILD);
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message=one");
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(entry: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", entry], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("a command", () => {
  it.each(COMMANDS)("%s without a build ends with 1 and one sentence, and builds nothing", (entry) => {
    expect(run(entry)).toEqual({
      status: 1,
      stdout: "",
      stderr: "There is no build: run `npm run build` first.\n",
    });
    expect(existsSync(path.join(folder, ".builds"))).toBe(false);
  });

  it.each(COMMANDS)("%s runs the build of another commit, and says so", (entry) => {
    run("server");
    const built = readFileSync(path.join(folder, "dist/commit"), "utf8");
    expect(run(entry)).toEqual({ status: 0, stdout: `ran ${entry}`, stderr: "" });
    git("commit", "--quiet", "--allow-empty", "--message=two");
    const { status, stdout, stderr } = run(entry);
    expect([status, stdout]).toEqual([0, `ran ${entry}`]);
    expect(stderr).toMatch(/^The build in dist is of commit [0-9a-f]{12}, .+ run `npm run build`\.\n$/);
    expect(readFileSync(path.join(folder, "dist/commit"), "utf8")).toBe(built);
  });
});

describe("npm start", () => {
  const buildOf = () => readFileSync(path.join(folder, "dist/commit"), "utf8");

  it("builds if there is no build, and again only for another commit", () => {
    expect(run("server")).toEqual({ status: 0, stdout: "ran server", stderr: "" });
    const first = buildOf();
    writeFileSync(path.join(folder, "scripts/build.mjs"), "process.exit(7);");
    expect(run("server")).toMatchObject({ status: 0, stdout: "ran server" });
    git("commit", "--quiet", "--allow-empty", "--message=two");
    expect(run("server")).toMatchObject({ status: 7, stdout: "" });
    expect(buildOf()).toBe(first);
  });
});
