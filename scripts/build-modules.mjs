// Compiles Node's modules into the build, file by file: its lib/foundation/log.js is lib/foundation/log.ts. So the server, its threads, the
// commands and the pages share each module.
import { readdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { commit, commitDate, isDirty } from "./commit.mjs";

/** Those that `scripts/run.mjs` runs. They have no folder in the build. */
const COMMANDS = /^lib\/system\/commands\/(?=(?:doctor|erase|import|keys|migrate|publish-log|reindex|verify)\.ts$)/;
const UNUSED = /\.test\.ts$|\.d\.ts$|\/testing\//;

/** @param {string} folder @param {RegExp} ending @returns {string[]} */
const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.split(path.sep).join("/")}`)
    .filter((file) => ending.test(file) && !UNUSED.test(file));

const files = ["server.ts", ...filesIn("lib", /\.(ts|mjs)$/), ...filesIn("app", /\/route\.ts$/)];

/** The path of each output in the build, without the extension. */
const places = new Map(files.map((file) => [file, file.replace(COMMANDS, "").replace(/\.\w+$/, "")]));

/** @param {string} file an absolute path @returns {string | undefined} */
const placeOf = (file) => places.get(path.relative(".", file).split(path.sep).join("/"));

/** Keeps each import of our own modules, with the path in the build. @type {import("esbuild").Plugin} */
const ownModules = {
  name: "own-modules",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^(@|\.{1,2})\// }, async ({ path: imported, importer, pluginData, ...where }) => {
      if (where.kind === "entry-point" || pluginData === ownModules) return undefined;
      const { path: file, errors } = await resolve(imported, { ...where, importer, pluginData: ownModules });
      if (errors.length > 0) return { errors };
      if (file.endsWith(".json")) return { path: file };
      const [from, to] = [placeOf(importer), placeOf(file)];
      if (from === undefined || to === undefined)
        return { errors: [{ text: `${imported} is not part of the build.` }] };
      const relative = path.posix.relative(path.posix.dirname(from), `${to}.js`);
      return { path: relative.startsWith(".") ? relative : `./${relative}`, external: true };
    });
  },
};

/** @param {string} folder of the build */
export async function buildModules(folder) {
  await build({
    entryPoints: [...places].map(([file, place]) => ({ in: file, out: place })),
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    plugins: [ownModules],
    define: {
      'process.env["FGS_COMMIT"]': JSON.stringify(commit()),
      'process.env["FGS_COMMIT_DATE"]': JSON.stringify(commitDate()),
      'process.env["FGS_DIRTY"]': JSON.stringify(isDirty() ? "-dirty" : ""),
    },
    sourcemap: true,
    logLevel: "warning",
  });
}
