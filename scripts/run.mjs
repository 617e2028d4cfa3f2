// Runs a compiled entry (`server`, `import`, `doctor`). Only `npm start` builds, if there is no build of this commit.
import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { claimBuild } from "../lib/system/builds.mjs";
import { commit } from "./commit.mjs";

const [entry = "server", ...rest] = process.argv.slice(2);

const built = existsSync("dist/commit") ? readFileSync("dist/commit", "utf8") : undefined;
const isOfThisCommit = built !== undefined && [built, "unknown"].includes(commit());
if (!isOfThisCommit && entry === "server") {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
} else if (built === undefined) {
  process.stderr.write("There is no build: run `npm run build` first.\n");
  process.exit(1);
} else if (!isOfThisCommit) {
  process.stderr.write(
    `The build in dist is of commit ${built.slice(0, 12)}, not of the one that is checked out. For that, run \`npm run build\`.\n`,
  );
}

// The real path, because `dist` may lead to another build while this process runs.
const build = realpathSync("dist");
claimBuild(build);
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? "production", NEXT_TELEMETRY_DISABLED: "1" });
const compiled = path.join(build, `${entry}.js`);
if (entry === "server") {
  const { supervise } = await import("./supervise.mjs");
  process.exit(await supervise([compiled, ...rest]));
}
process.argv = [process.argv0, compiled, ...rest];
await import(pathToFileURL(compiled).href);
