// Builds the pages and routes (Next) into .next/, the process entries (esbuild) and the typed client into dist/.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { DRIVER_REMEDY, findDriverFault } from "../lib/db/driver-repairs.mjs";
import { commit } from "./commit.mjs";
import { workingPages } from "./working-pages.mjs";

const ENTRIES = {
  server: "server.ts",
  import: "scripts/import.ts",
  reindex: "scripts/reindex.ts",
  verify: "scripts/verify.ts",
  doctor: "scripts/doctor.ts",
  "embedded-worker": "lib/db/embedded/worker.ts",
  "check-worker": "lib/ledger/check-worker.ts",
};

const fault = findDriverFault();
if (fault !== null) {
  process.stderr.write(`${fault} ${DRIVER_REMEDY}\n`);
  process.exit(1);
}
rmSync("dist/commit", { force: true });
await import("./portal.mjs");
Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
const next = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], { stdio: "inherit" });
if (next.status !== 0) process.exit(next.status ?? 1);

writeFileSync(".next/working-pages.json", JSON.stringify(workingPages(".next")));

// Once here instead of at each request, and better than there is time for then.
for (const entry of readdirSync(".next/static", { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (/\.(?:js|css)$/.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}

await build({
  entryPoints: ENTRIES,
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
});
await import("./client.mjs");
writeFileSync("dist/commit", commit());
