// Finds the pages with components that run in the browser. All others need no React there, and lib/edge/html-document.ts
// sends them without it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);
/** Next's own components are on every page. If a page cannot be rendered, Next sends scripts that show this. */
const EVERYWHERE = /\/node_modules\/next\/|\/error\.tsx$/;

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * @param {string} directory where Next has built
 * @returns {string[]} the templates of the pages' paths: `/docs/{tag}`
 */
export function interactivePages(directory) {
  /** @type {Record<string, string>} */
  const routes = readJson(path.join(directory, "app-path-routes-manifest.json"));
  return Object.entries(routes).flatMap(([file, route]) => {
    if (!file.endsWith("/page") || !clientModules(directory, file).some((module) => !EVERYWHERE.test(module)))
      return [];
    return [route.replaceAll("[", "{").replaceAll("]", "}")];
  });
}

/**
 * @param {string} directory
 * @param {string} page
 * @returns {string[]} the files that begin with "use client" and that the page renders
 */
function clientModules(directory, page) {
  require(path.resolve(directory, "server/app", `${page.slice(1)}_client-reference-manifest.js`));
  /** @type {Record<string, { clientModules: object }>} */
  const manifests = Reflect.get(globalThis, "__RSC_MANIFEST");
  return Object.keys(manifests[page]?.clientModules ?? {});
}
