// Builds the typed client into dist/client/, a separate package: one bundle without imports, one file of declarations,
// README and licence. The service serves the packed client as public/client.tgz, for `npm install`.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { strippingProse } from "./strip-prose.mjs";

const OUT = "dist/client";
const TSCONFIG = "tsconfig.client.json";
const { name, version, license, engines, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

rmSync(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  input: "client/index.ts",
  platform: "browser",
  checks: { bundlerTimings: false },
  tsconfig: TSCONFIG,
  // The bundle contains the parts of zod that it uses; the declarations import its types.
  external: (id, importer) => /^zod(\/|$)/.test(id) && importer?.endsWith(".d.ts"),
  transform: { target: "es2022" },
  plugins: [
    strippingProse,
    dts({ tsconfig: TSCONFIG, tsgo: { path: "node_modules/typescript/bin/tsc" }, sourcemap: false }),
  ],
});
await bundle.write({ dir: OUT, format: "esm", minify: true, sourcemap: true });
await bundle.close();

const manifest = {
  name,
  version,
  description: "A typed client of the Federation Governance Service, for Node, Deno and browsers.",
  keywords: ["a2a", "agents", "federation", "standard-webhooks", "trust"],
  license,
  type: "module",
  engines,
  exports: { "./client": { types: "./index.d.ts", default: "./index.js" } },
  sideEffects: false,
  dependencies: { zod: dependencies.zod },
};
copyFileSync("client/README.md", `${OUT}/README.md`);
copyFileSync("LICENSE", `${OUT}/LICENSE`);
writeFileSync(`${OUT}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
const [{ filename }] = JSON.parse(
  execFileSync("npm", ["pack", `./${OUT}`, "--json", "--pack-destination", "dist"], { encoding: "utf8" }),
);
renameSync(path.join("dist", filename), "public/client.tgz");
