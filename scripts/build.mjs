// Builds the pages and routes (Next) into .next/ and the process entries (esbuild) into dist/.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { commit } from "./commit.mjs";

const ENTRIES = {
  server: "server.ts",
  import: "scripts/import.ts",
  reindex: "scripts/reindex.ts",
  verify: "scripts/verify.ts",
  "embedded-worker": "lib/db/embedded/worker.ts",
};

rmSync("dist/commit", { force: true });
Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
const next = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], { stdio: "inherit" });
if (next.status !== 0) process.exit(next.status ?? 1);

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
writeFileSync("dist/commit", commit());
