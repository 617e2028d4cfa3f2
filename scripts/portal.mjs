// Builds the script of every page, components/behaviours/, into public/portal.js of the build, or of the source.
import "./node-version.mjs";
import path from "node:path";
import { build } from "esbuild";

await build({
  entryPoints: ["components/behaviours/portal.ts"],
  outfile: path.join(process.env["FGS_BUILD"] ?? ".", "public/portal.js"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
});
