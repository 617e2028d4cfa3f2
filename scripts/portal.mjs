// Builds the script of every page, components/behaviours/, into public/portal.js of the build, or of the source.
import "./node-version.mjs";
import path from "node:path";
import { build } from "esbuild";

// Next's development server loads modules from such a folder without their exports.
if (process.env["FGS_BUILD"] === undefined && process.cwd().includes("#")) {
  process.stderr.write("npm run dev does not work in a folder with # in its path. Rename it, or use npm start.\n");
  process.exit(1);
}

await build({
  entryPoints: ["components/behaviours/portal.ts"],
  outfile: path.join(process.env["FGS_BUILD"] ?? ".", "public/portal.js"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
});
