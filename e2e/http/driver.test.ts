import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SENTENCE =
  "The database driver postgres 3.4.9 lacks repairs that this service depends on. Run npm ci, then node lib/database/driver-repairs.mjs.\n";
let directory: string;

/** The build, installed with the driver as published. */
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "governance-unrepaired-"));
  cpSync(realpathSync("dist"), path.join(directory, "dist"), { recursive: true });
  mkdirSync(path.join(directory, "node_modules"));
  for (const name of readdirSync("node_modules").filter((each) => each !== "postgres")) {
    symlinkSync(path.resolve("node_modules", name), path.join(directory, "node_modules", name));
  }
  cpSync("node_modules/postgres", path.join(directory, "node_modules/postgres"), { recursive: true });
  for (const folder of ["src", "cjs/src"]) {
    const file = path.join(directory, "node_modules/postgres", folder, "connection.js");
    writeFileSync(file, readFileSync(file, "utf8").replace("socket !== null && ", ""));
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

function run(entry: string, ...parameters: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [`dist/${entry}.js`, ...parameters], {
    cwd: directory,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0" },
    timeout: 60_000,
  });
  // Node 20 may abort at its end while V8 still compiles (10 of 727 ends on a busy machine). All output is written by then.
  if (signal === "SIGABRT" && stderr.includes("node_platform.cc")) return run(entry, ...parameters);
  return { status, stdout, stderr };
}

describe("a driver without the repairs", () => {
  it.each(["server", "verify", "reindex"])("stops %s before it connects, with one sentence", (entry) => {
    expect(run(entry)).toEqual({ status: 1, stdout: "", stderr: SENTENCE });
  });

  it("stops an import, and also a dry run", () => {
    writeFileSync(path.join(directory, "none.json"), "[]");
    for (const parameters of [["none.json"], ["--dry-run", "none.json"]]) {
      const { status, stderr } = run("import", ...parameters);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`The import stopped: ${SENTENCE}`)]);
    }
  });

  it("is reported by the doctor", () => {
    const { status, stdout } = run("doctor");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^ {2}failed +driver +The database driver postgres 3\.4\.9 lacks repairs/m);
    expect(stdout).toContain("→ Run npm ci, then node lib/database/driver-repairs.mjs.");
    expect(readdirSync(directory)).not.toContain(".data");
  });
});
