// Builds Node's modules (esbuild) and the typed client into dist/, and the pages (Next), which import it, into .next/.
import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { DRIVER_REMEDY, findDriverFault } from "../lib/db/driver-repairs.mjs";
import { buildModules } from "./build-modules.mjs";
import { commit } from "./commit.mjs";
import { interactivePages } from "./interactive-pages.mjs";

const fault = findDriverFault();
if (fault !== null) {
  process.stderr.write(`${fault} ${DRIVER_REMEDY}\n`);
  process.exit(1);
}
rmSync("dist", { recursive: true, force: true });
await import("./portal.mjs");
await buildModules();
copyFileSync("CHANGELOG.md", "dist/CHANGELOG.md");
Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
// Stops the build if CHANGELOG.md does not have the version of package.json.
const { listReleases } = await import(path.resolve("dist/lib/releases/service.js"));
await listReleases({ clock: () => new Date() });
process.stdout.write("Building the pages. This takes about a minute.\n");
// Next's output for a successful build, a table of all routes, is not useful here.
const next = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], { encoding: "utf8" });
if (next.status !== 0) {
  process.stderr.write(`${next.stdout}${next.stderr}`);
  process.exit(next.status ?? 1);
}

writeFileSync(".next/interactive-pages.json", JSON.stringify(interactivePages(".next")));

// Compressed once here, at a higher level than is possible during a request.
for (const entry of readdirSync(".next/static", { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (/\.(?:js|css)$/.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}

await import("./client.mjs");
writeFileSync("dist/commit", commit());
