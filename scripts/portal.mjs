// Builds what every page's browser runs, components/behaviours/, into public/portal.js.
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
