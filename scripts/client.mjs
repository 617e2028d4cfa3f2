// Builds the typed client into dist/client/, a package of its own: one bundle without imports, and its declarations.
// Packed, it is public/client.tgz, which the service gives to whoever installs it from there.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const OUT = "dist/client";
const { name, version, license, engines, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** zod as a namespace import, of which a bundler can leave out what nobody uses: three quarters of it. */
const zodInParts = {
  name: "zod-in-parts",
  /** @param {import("esbuild").PluginBuild} build */
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lib[\\/][^.]+\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replace('import { z } from "zod"', 'import * as z from "zod"'),
      loader: "ts",
    }));
  },
};

/**
 * An import as Node and every bundler resolve it: relative, with its extension.
 * @param {string} file
 * @param {string} specifier
 */
function resolved(file, specifier) {
  if (!/^(@|\.)/.test(specifier)) return specifier;
  const target = specifier.startsWith("@/")
    ? path.join(OUT, specifier.slice(2))
    : path.join(path.dirname(file), specifier);
  if (!existsSync(`${target}.d.ts`)) throw new Error(`${file}: nothing declares ${specifier}`);
  return `./${path.relative(path.dirname(file), target)}.js`.replace(/^\.\/\.\.\//, "../");
}

rmSync(OUT, { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "client"], { stdio: "inherit" });
for (const entry of readdirSync(OUT, { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".d.ts"))) {
  const file = path.join(OUT, entry);
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/(from |import\()"([^"]+)"/g, (_, before, specifier) => `${before}"${resolved(file, specifier)}"`),
  );
}

await build({
  entryPoints: { index: "client/index.ts" },
  outdir: OUT,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  sourcemap: true,
  plugins: [zodInParts],
  logLevel: "warning",
});
const manifest = {
  name,
  version,
  description: "A typed client of the Federation Governance Service, for Node and browsers.",
  license,
  type: "module",
  engines,
  exports: { "./client": { types: "./client/index.d.ts", default: "./index.js" } },
  sideEffects: false,
  // The declarations speak of it; the bundle has what it needs.
  dependencies: { zod: dependencies.zod },
};
writeFileSync(`${OUT}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
const [{ filename }] = JSON.parse(
  execFileSync("npm", ["pack", `./${OUT}`, "--json", "--pack-destination", "dist"], { encoding: "utf8" }),
);
renameSync(path.join("dist", filename), "public/client.tgz");
