// Builds the typed client into client/ of the build, a separate package: one bundle without imports, one file of declarations,
// README and licence. The service serves the packed client as public/client.tgz, for `npm install`.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { strippingProse } from "./strip-prose.mjs";

const TSCONFIG = "tsconfig.client.json";
const { name, version, license, engines, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** @param {string} build its folder */
export async function buildClient(build) {
  const out = path.join(build, "client");
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
  await bundle.write({ dir: out, format: "esm", minify: true, sourcemap: true });
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
  copyFileSync("client/README.md", path.join(out, "README.md"));
  copyFileSync("LICENSE", path.join(out, "LICENSE"));
  writeFileSync(path.join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", out, "--json", "--pack-destination", build], { encoding: "utf8" }),
  );
  renameSync(path.join(build, filename), path.join(build, "public/client.tgz"));
}
