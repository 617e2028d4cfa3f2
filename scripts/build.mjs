// Builds what Node runs (esbuild) and the typed client into dist/, and the pages (Next), which import it, into .next/.
import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { DRIVER_REMEDY, findDriverFault } from "../lib/db/driver-repairs.mjs";
import { buildModules } from "./build-modules.mjs";
import { commit } from "./commit.mjs";
import { workingPages } from "./working-pages.mjs";

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
process.stdout.write("Building the pages. This takes about a minute.\n");
// What Next says of a build that succeeds, a table of all routes, is of no use to whoever waits for it.
const next = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], { encoding: "utf8" });
if (next.status !== 0) {
  process.stderr.write(`${next.stdout}${next.stderr}`);
  process.exit(next.status ?? 1);
}

writeFileSync(".next/working-pages.json", JSON.stringify(workingPages(".next")));

// Once here instead of at each request, and better than there is time for then.
for (const entry of readdirSync(".next/static", { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (/\.(?:js|css)$/.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}

await import("./client.mjs");
writeFileSync("dist/commit", commit());
