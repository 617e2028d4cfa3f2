// Builds the script of every page, components/behaviours/, into public/portal.js.
import { build } from "esbuild";

await build({
  entryPoints: ["components/behaviours/portal.ts"],
  outfile: "public/portal.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
});
