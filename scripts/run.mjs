// Runs a compiled entry (`server`, `import`, `doctor`). Builds first if there is no build of this commit.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { commit } from "./commit.mjs";

const [entry = "server", ...rest] = process.argv.slice(2);

if (!existsSync("dist/commit") || ![readFileSync("dist/commit", "utf8"), "unknown"].includes(commit())) {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? "production", NEXT_TELEMETRY_DISABLED: "1" });
const compiled = path.resolve("dist", `${entry}.js`);
if (entry === "server") {
  const { supervise } = await import("./supervise.mjs");
  process.exit(await supervise([compiled, ...rest]));
}
process.argv = [process.argv0, compiled, ...rest];
await import(pathToFileURL(compiled).href);
