// Builds the typed client into client/ of the build, a separate package: one bundle without imports, its types,
// README and licence. The service serves the packed client as public/client.tgz, for `npm install`.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { parseSync } from "rolldown/utils";
import { dts } from "rolldown-plugin-dts";

const TSCONFIG = "tsconfig.client.json";
const { name, version, license, engines } = JSON.parse(readFileSync("package.json", "utf8"));

const DECLARATIONS = /\/lib\/.*\.ts$/;
/** The fields of an endpoint that only the service uses: its description, its errors, who may call it, and its caching. */
const UNUSED = new Set([
  ...["summary", "description", "descriptions", "example", "errors"],
  ...["permission", "optionalToken", "turn", "cache", "maxAgeSeconds", "isImmutable"],
]);
const METHODS = new Set(["get", "post", "patch", "delete", "atom", "jsonFeed", "markdown"]);

/** @param {any} call @returns {string | undefined} the name of the method that it calls */
const methodOf = ({ callee }) =>
  callee?.type === "MemberExpression" && !callee.computed ? callee.property.name : undefined;

/** @param {any} node @returns {boolean} whether it is a text */
const isText = ({ type, value, left, right }) =>
  type === "TemplateLiteral" ||
  (type === "Literal" && typeof value === "string") ||
  (type === "BinaryExpression" && isText(left) && isText(right));

/** @param {any} node @param {[number, number][]} cuts gets the ranges to remove */
function find(node, cuts) {
  if (node.type === "CallExpression") {
    const method = methodOf(node);
    const [first, second] = node.arguments;
    if (method === "meta" && first?.type === "ObjectExpression") cuts.push([node.callee.object.end, node.end]);
    if (
      method !== undefined &&
      METHODS.has(method) &&
      first?.type === "Literal" &&
      second?.type === "ObjectExpression"
    ) {
      for (const [at, property] of second.properties.entries()) {
        if (property.type !== "Property" || !UNUSED.has(property.key.name)) continue;
        cuts.push([property.start, second.properties[at + 1]?.start ?? second.end - 1]);
      }
    }
  }
  // Parts that several endpoints share.
  if (node.type === "Property" && ["summary", "description"].includes(node.key?.name) && isText(node.value)) {
    cuts.push([node.value.start + 1, node.value.end - 1]);
  }
  if (node.type === "Property" && node.key?.name === "example" && node.value.type === "ObjectExpression") {
    cuts.push([node.value.start + 1, node.value.end - 1]);
  }
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child]) if (each?.type) find(each, cuts);
  }
}

/** @param {string} code TypeScript of a module @returns it without what a client does not use, with the same lines */
function stripUnused(code) {
  /** @type {[number, number][]} */
  const cuts = [];
  find(parseSync("module.ts", code).program, cuts);
  cuts.sort(([a], [b]) => a - b);
  let stripped = "";
  let from = 0;
  for (const [start, end] of cuts) {
    if (start >= from) stripped += code.slice(from, start);
    if (end <= from) continue;
    // The number of lines must not change, because the source map uses it.
    stripped += code.slice(Math.max(start, from), end).replace(/[^\n]/g, "");
    from = end;
  }
  return stripped + code.slice(from);
}

/** Removes from the declarations what the bundle does not need. */
const strippingUnused = {
  name: "strip-unused",
  transform: {
    filter: { id: DECLARATIONS },
    /** @param {string} code @param {string} id */
    handler: (code, id) => (id.endsWith(".d.ts") ? null : { code: stripUnused(code), map: null }),
  },
};

/** Leaves the types of the methods to a file of their own, which is made of plain types. */
const methodTypes = {
  name: "method-types",
  /** @param {string} id @param {string | undefined} importer */
  resolveId: (id, importer) =>
    id === "./operations" && importer?.endsWith(".d.ts") ? { id: "./operations.js", external: true } : null,
};

/** @param {string} build its folder */
export async function buildClient(build) {
  const out = path.join(build, "client");
  const bundle = await rolldown({
    input: "client/index.ts",
    platform: "browser",
    checks: { bundlerTimings: false },
    tsconfig: TSCONFIG,
    transform: { target: "es2022" },
    plugins: [
      strippingUnused,
      methodTypes,
      dts({ tsconfig: TSCONFIG, tsgo: { path: "node_modules/typescript/bin/tsc" }, sourcemap: false }),
    ],
  });
  await bundle.write({ dir: out, format: "esm", minify: true, sourcemap: true });
  await bundle.close();
  const types = path.join(out, "operations.d.ts");
  execFileSync(process.execPath, ["--import", "tsx", "scripts/client-types.ts", types], { stdio: "inherit" });

  const manifest = {
    name,
    version,
    description: "A typed client of the Federation Governance Service, for Node, Deno and browsers.",
    keywords: ["a2a", "agents", "federation", "standard-webhooks", "trust"],
    license,
    type: "module",
    engines,
    exports: { "./client": { types: "./index.d.ts", default: "./index.js" } },
    sideEffects: false,
  };
  copyFileSync("client/README.md", path.join(out, "README.md"));
  copyFileSync("LICENSE", path.join(out, "LICENSE"));
  writeFileSync(path.join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", out, "--json", "--pack-destination", build], { encoding: "utf8" }),
  );
  renameSync(path.join(build, filename), path.join(build, "public/client.tgz"));
}
