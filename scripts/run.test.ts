import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const COMMANDS = ["doctor", "verify", "import", "reindex"];
/** A build script that is done at once. Its entries print their name. */
const BUILD = `
import { writeFileSync } from "node:fs";
import { source } from "./commit.mjs";
import { createBuild, publishBuild } from "../lib/system/builds.mjs";
const build = createBuild();
for (const name of ["server", "doctor", "verify", "import", "reindex"])
  writeFileSync(build + "/" + name + ".js", "process.stdout.write('ran " + name + "')");
writeFileSync(build + "/commit", source());
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
  for (const name of ["builds", "listen"])
    cpSync(`lib/system/${name}.mjs`, path.join(folder, `lib/system/${name}.mjs`));
  cpSync(".gitignore", path.join(folder, ".gitignore"));
  writeFileSync(path.join(folder, "scripts/build.mjs"), BUILD);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message=one");
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(entry: string, environment: Record<string, string | undefined> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", entry], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PORT: "0", ...environment } as unknown as NodeJS.ProcessEnv,
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
    expect(stderr).toMatch(
      /^The build in dist is of commit [0-9a-f]{12}, and [0-9a-f]{12} is checked out\. .+ run `npm run build`\.\n$/,
    );
    expect(readFileSync(path.join(folder, "dist/commit"), "utf8")).toBe(built);
  });
});

describe("npm start", () => {
  const buildOf = () => readFileSync(path.join(folder, "dist/commit"), "utf8");

  it("builds if there is no build, and again only for another commit", () => {
    expect(run("server")).toEqual({ status: 0, stdout: "ran server", stderr: "" });
    const first = buildOf();
    writeFileSync(path.join(folder, "scripts/build.mjs"), "process.exit(7);");
    expect(run("server")).toMatchObject({ status: 7, stdout: "" });
    git("commit", "--quiet", "--all", "--message=two");
    expect(run("server")).toMatchObject({ status: 7, stdout: "" });
    expect(buildOf()).toBe(first);
  });

  it("names a build of changes that are not committed, and builds again when they are gone", () => {
    writeFileSync(path.join(folder, "new.txt"), "");
    expect(run("server")).toEqual({ status: 0, stdout: "ran server", stderr: "" });
    expect(buildOf()).toMatch(/^[0-9a-f]{40}-dirty$/);
    const second = run("server");
    expect([second.stdout, second.stderr]).toEqual(["ran server", expect.stringContaining("not committed")]);
    rmSync(path.join(folder, "new.txt"));
    expect(run("server").stderr).toBe("");
    expect(buildOf()).toMatch(/^[0-9a-f]{40}$/);
  });

  it("does not begin to build if the port is taken, also where .env names it", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const said = { status: 1, stdout: "", stderr: `PORT: ${port} is already in use.\n` };
    expect(run("server", { PORT: String(port), HOST: "127.0.0.1" })).toEqual(said);
    writeFileSync(path.join(folder, ".env"), `PORT=${port}\nHOST=127.0.0.1\n`);
    expect(run("server", { PORT: undefined })).toEqual(said);
    expect(existsSync(path.join(folder, "dist"))).toBe(false);
    taken.close();
  });
});

it("no command of Next reports to its makers, because all of them read the configuration", () => {
  const program = `await import(${JSON.stringify(pathToFileURL("next.config.mjs").href)});
    const { Telemetry } = (await import("next/dist/telemetry/storage.js")).default;
    process.stdout.write(String(new Telemetry({ distDir: ".next" }).isEnabled));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(stdout, stderr).toBe("false");
});
