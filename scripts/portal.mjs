// Builds the script of every page, components/behaviours/portal.ts, and those that it loads at a press, into public/
// of the build, or of the source.
import "./node-version.mjs";
import path from "node:path";
import { build } from "esbuild";

// Next's development server loads modules from such a folder without their exports.
if (process.env["FGS_BUILD"] === undefined && process.cwd().includes("#")) {
  process.stderr.write("npm run dev does not work in a folder with # in its path. Rename it, or use npm start.\n");
  process.exit(1);
}

for (const [name, format] of /** @type {const} */ ([
  ["portal", "iife"],
  ["check-act", "esm"],
  ["try-it", "esm"],
])) {
  await build({
    entryPoints: [`components/behaviours/${name}.ts`],
    outfile: path.join(process.env["FGS_BUILD"] ?? ".", `public/${name}.js`),
    bundle: true,
    minify: true,
    format,
    target: "es2022",
    logLevel: "warning",
  });
}
