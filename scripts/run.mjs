// Runs a compiled entry (`server`, `import`, `doctor`). Only `npm start` builds, if there is no build of this commit.
import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import util from "node:util";
import { claimBuild } from "../lib/system/builds.mjs";
import { faultOfListening, tryListening } from "../lib/system/listen.mjs";
import { source } from "./commit.mjs";

/** Ends the process if the port is taken, before a build that takes a minute. The server checks all settings. */
async function assertListenable() {
  const { PORT = "3000", HOST } = {
    ...(existsSync(".env") ? util.parseEnv(readFileSync(".env", "utf8")) : {}),
    ...process.env,
  };
  const port = Number(PORT || 3000);
  const host = HOST?.trim() || undefined;
  const refusal = port >= 0 && port < 65_536 ? await tryListening(port, host) : undefined;
  if (!refusal) return;
  process.stderr.write(`${faultOfListening(refusal, port, host)}\n`);
  process.exit(1);
}

/** @param {string} from @returns {string} */
const short = (from) => from.replace(/^([0-9a-f]{12})[0-9a-f]+/, "$1");

const [entry = "server", ...rest] = process.argv.slice(2);

const built = existsSync("dist/commit") ? readFileSync("dist/commit", "utf8") : undefined;
const present = source();
const isOfThisCommit = built !== undefined && (built === present || present === "unknown");
if (!isOfThisCommit && entry === "server") {
  await assertListenable();
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
} else if (built === undefined) {
  process.stderr.write("There is no build: run `npm run build` first.\n");
  process.exit(1);
} else if (!isOfThisCommit) {
  process.stderr.write(
    `The build in dist is of commit ${short(built)}, and ${short(present)} is checked out. For that, run \`npm run build\`.\n`,
  );
}

if (isOfThisCommit && built?.endsWith("-dirty")) {
  process.stderr.write("The build has changes that are not committed. For later changes, run `npm run build`.\n");
}

// The real path, because `dist` may lead to another build while this process runs.
const build = realpathSync("dist");
claimBuild(build);
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? "production" });
const compiled = path.join(build, `${entry}.js`);
if (entry === "server") {
  const { supervise } = await import("./supervise.mjs");
  process.exit(await supervise([compiled, ...rest]));
}
process.argv = [process.argv0, compiled, ...rest];
await import(pathToFileURL(compiled).href);
