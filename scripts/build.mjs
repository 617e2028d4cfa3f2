// Builds into a new folder, which has the files of the source at the same places: Node's modules (esbuild), the pages
// (Next) in .next/, and what the service reads. A finished build becomes `dist`. A failed one leaves `dist` as it is.
import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { DRIVER_REMEDY, findDriverFault } from "../lib/database/driver-repairs.mjs";
import { createBuild, publishBuild } from "../lib/system/builds.mjs";
import { buildModules } from "./build-modules.mjs";
import { source } from "./commit.mjs";

/** Files that the service reads while it runs. */
const READ = ["CHANGELOG.md", "drizzle", "lib/search/ranking/data", "next.config.mjs", "public"];
/** Next's own components are on every page. If a page cannot be rendered, Next sends scripts that show this. */
const EVERYWHERE = /\/node_modules\/next\/|\/error\.tsx$/;

/**
 * Finds the pages with components that run in the browser. All others need no React there, and lib/edge/html-document.ts
 * sends them without it.
 * @param {string} pages where Next has built
 * @returns {string[]} the templates of the pages' paths: `/docs/{tag}`
 */
function interactivePages(pages) {
  const require = createRequire(import.meta.url);
  /** @type {Record<string, string>} */
  const routes = JSON.parse(readFileSync(path.join(pages, "app-path-routes-manifest.json"), "utf8"));
  const interactive = Object.entries(routes).filter(([file]) => {
    if (!file.endsWith("/page")) return false;
    require(path.resolve(pages, "server/app", `${file.slice(1)}_client-reference-manifest.js`));
    /** The files that begin with "use client" and that the page renders. */
    const modules = Reflect.get(globalThis, "__RSC_MANIFEST")[file]?.clientModules ?? {};
    return Object.keys(modules).some((module) => !EVERYWHERE.test(module));
  });
  return interactive.map(([, route]) => route.replaceAll("[", "{").replaceAll("]", "}"));
}

const fault = findDriverFault();
if (fault !== null) {
  process.stderr.write(`${fault} ${DRIVER_REMEDY}\n`);
  process.exit(1);
}
const builtFrom = source();
const build = createBuild();
process.on("exit", (code) => {
  if (code !== 0) rmSync(build, { recursive: true });
});
Object.assign(process.env, { NODE_ENV: "production", FGS_BUILD: build });

for (const file of READ) cpSync(file, path.join(build, file), { recursive: true });
await import("./portal.mjs");
await buildModules(build);
// Stops the build if CHANGELOG.md does not have the version of package.json.
const { listReleases } = await import(pathToFileURL(path.join(build, "lib/features/releases/service.js")).href);
await listReleases({ clock: () => new Date() });
process.stdout.write("Building the pages. This takes about a minute.\n");
// Next's output for a successful build, a table of all routes, is not useful here.
const next = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], { encoding: "utf8" });
if (next.status !== 0) {
  process.stderr.write(`${next.stdout}${next.stderr}`);
  process.exit(next.status ?? 1);
}

const pages = path.join(build, ".next");
writeFileSync(path.join(pages, "interactive-pages.json"), JSON.stringify(interactivePages(pages)));
// Compressed once here, at a higher level than is possible during a request.
for (const folder of [path.join(pages, "static"), path.join(build, "public")]) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (/\.(?:js|css)$/.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

// Not loaded earlier, because its packages cannot even be loaded by a Node that is too old.
const { buildClient } = await import("./client.mjs");
await buildClient(build);
writeFileSync(path.join(build, "commit"), builtFrom);
publishBuild(build);
