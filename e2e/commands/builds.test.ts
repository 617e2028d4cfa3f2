import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeDirectory } from "@/lib/database/testing/template";
import { type RunningServer, startServer } from "../http/start-server";

/** Not part of the source. */
const LEFT_OUT = [".builds", ".data", ".git", ".next", "dist", "node_modules", "playwright-report", "test-results"];
/** None of them is loaded when the server starts. */
const PAGES = [
  "/",
  "/agents",
  "/anchors",
  "/audits",
  "/docs",
  "/incidents",
  "/join",
  "/owner/sign-in",
  "/relay",
  "/rfcs",
];
const OTHERS = ["/agents.md", "/api/events", "/evidence/charter.md", "/llms.txt", "/openapi.json", "/releases.json"];
/** Whose characters have a meaning in addresses. */
const NAME = "governance #1 100%25 ";
/** In the sources of the second build. */
const MARK = "of-another-build";

let folder: string;
let first: string;
let old: RunningServer;

/** Copies the source and its packages. Packages are linked, if the file system can. */
function copySource(): void {
  for (const name of readdirSync(".").filter((each) => !LEFT_OUT.includes(each)))
    execFileSync("cp", ["-R", name, folder]);
  try {
    execFileSync("cp", ["-al", "node_modules", folder], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", "node_modules", folder]);
  }
}

async function build(): Promise<number | null> {
  const child = spawn(process.execPath, ["scripts/build.mjs"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  return code;
}

const bytesOf = async (server: RunningServer, address: string) => {
  const response = await fetch(server.url + address);
  expect(response.status, `${address} ${server.output().slice(-500)}`).toBe(200);
  return response.text();
};

/** The results of two further builds. The first of them fails. */
let failedBuild: { code: number | null; current: string; kept: string[] };
let goodBuild: number | null;

/** A server in a separate folder runs on one build. Two more builds follow, so its build is the third newest. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), NAME));
  copySource();
  first = path.basename(realpathSync("dist"));
  mkdirSync(path.join(folder, ".builds/second"), { recursive: true });
  execFileSync("cp", ["-R", realpathSync("dist"), path.join(folder, ".builds")]);
  // Other tests may run servers on the original.
  rmSync(path.join(folder, ".builds", first, "processes"), { recursive: true, force: true });
  symlinkSync(`.builds/${first}`, path.join(folder, "dist"));
  old = await startServer({ folder });
  rmSync(path.join(folder, "dist"));
  symlinkSync(".builds/second", path.join(folder, "dist"));

  const config = path.join(folder, "next.config.mjs");
  execFileSync("mv", [config, `${config}.kept`]);
  appendFileSync(config, "throw new Error('a broken configuration');\n");
  const code = await build();
  failedBuild = {
    code,
    current: readlinkSync(path.join(folder, "dist")),
    kept: readdirSync(path.join(folder, ".builds")).toSorted(),
  };
  execFileSync("mv", [`${config}.kept`, config]);

  appendFileSync(path.join(folder, "app/globals.css"), `.${MARK} { color: red; }\n`);
  appendFileSync(path.join(folder, "components/behaviours/portal.ts"), `document.title += "${MARK}";\n`);
  appendFileSync(path.join(folder, "public/evidence/charter.md"), `${MARK}\n`);
  goodBuild = await build();
});
afterAll(async () => {
  await old?.cleanUp();
  await removeDirectory(folder);
});

describe("a build beside a running server", () => {
  it("that fails leaves the current build, and no files", () => {
    expect(failedBuild).toMatchObject({ current: ".builds/second", kept: [first, "second"].toSorted() });
    expect(failedBuild.code).not.toBe(0);
  });

  it("leaves the server its files, also those that it has not loaded yet", async () => {
    expect(goodBuild).toBe(0);
    const builds = readdirSync(path.join(folder, ".builds"));
    expect(builds).toEqual(expect.arrayContaining([first, "second"]));
    expect(builds).toHaveLength(3);

    const assets = new Set<string>(["/portal.js"]);
    for (const page of PAGES) {
      const html = await bytesOf(old, page);
      for (const [asset] of html.matchAll(/\/_next\/static\/[\w./~-]+/g)) assets.add(asset);
    }
    expect(assets.size).toBeGreaterThan(5);
    for (const asset of assets) expect(await bytesOf(old, asset)).not.toContain(MARK);
    for (const address of OTHERS) expect(await bytesOf(old, address)).not.toContain(MARK);
    expect(JSON.parse(await bytesOf(old, "/api/system/smoke"))).toMatchObject({ tag: "VERIFIED" });
  });

  it("is what the next server runs", async () => {
    const server = await startServer({ folder });
    const html = await bytesOf(server, "/");
    const styles = [...html.matchAll(/\/_next\/static\/[\w./~-]+\.css/g)].map(([asset]) => asset);
    const texts = await Promise.all(styles.map((asset) => bytesOf(server, asset)));
    expect(texts.join()).toContain(MARK);
    expect(await bytesOf(server, "/portal.js")).toContain(MARK);
    await server.cleanUp();
  });
});
