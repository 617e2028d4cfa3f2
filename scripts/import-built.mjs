// A loader for Next that imports `lib/` instead of compiling it, so pages use the same modules as the server.
import path from "node:path";
import { build } from "esbuild";

/**
 * @this {{ resourcePath: string, resourceFragment: string, async(): (error: unknown, code?: string) => void }}
 * @param {string} source a module of `lib/`
 */
export default function importBuilt(source) {
  const done = this.async();
  // In development the server runs from source.
  const isDev = process.env["NODE_ENV"] === "development";
  // A # in the name of a folder above begins a "fragment".
  const file = path
    .relative(".", this.resourcePath + this.resourceFragment)
    .split(path.sep)
    .join("/");
  const built = isDev ? file : file.replace(/\.ts$/, ".js");
  exportsOf(source).then(
    (names) => done(null, importing(built, names)),
    (error) => done(error),
  );
}

/** @param {string} source @returns {Promise<string[]>} the names that it exports, without types */
async function exportsOf(source) {
  const stdin = /** @type {const} */ ({ contents: source, loader: "ts" });
  const { metafile } = await build({ stdin, format: "esm", write: false, metafile: true, logLevel: "silent" });
  return Object.values(metafile.outputs)[0]?.exports ?? [];
}

/** @param {string} file below the folder that server.ts runs from @param {string[]} names */
const importing = (file, names) => `import { pathToFileURL } from "node:url";
const built = await import(/* turbopackIgnore: true */ pathToFileURL(process.env["FGS_BUILD"] + ${JSON.stringify(`/${file}`)}).href);
${names.map((name) => `export const ${name} = built.${name};`).join("\n")}
`;
