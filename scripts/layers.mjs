// Checks every import against the list of layers. `npm run lint` runs it. Imports of types count too.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** From the top down. A file imports from its own layer and from the layers below it. */
const LAYERS = [
  ["server.ts", "scripts/", "bench/", "e2e/", "examples/"],
  ["client/"],
  ["app/"],
  ["components/"],
  ["lib/next/"],
  ["lib/api/"],
  [
    "lib/a2a-door/",
    "lib/access/",
    "lib/applications/",
    "lib/ard/",
    "lib/incidents/",
    "lib/registry/",
    "lib/relay/",
    "lib/reports/",
    "lib/rfcs/",
    "lib/search/",
    "lib/sources/",
    "lib/system/",
    "lib/webhooks/",
  ],
  ["lib/agents/"],
  ["lib/anchors/", "lib/council/"],
  ["lib/domains/"],
  ["lib/trust/", "lib/evidence/", "lib/freezes/", "lib/releases/", "lib/vectors/"],
  ["lib/change-feed/"],
  ["lib/"], // Everything in lib/ that is not a feature.
];

/** Limits within the layers. `only` applies to our own files, `never` also to packages. */
const LIMITS = [
  {
    files: /^client\//,
    only: /^(client\/|lib\/api\/contract$|lib\/http\/(client|endpoint)$|lib\/text\/trim$)/,
    because: "The client is made of declarations. Others install it.",
  },
  {
    files: /^app\//,
    never: /^(drizzle-orm|postgres|lib\/(db|edge|ledger)\/)/,
    because: "app/ only routes. Call a feature's service.",
  },
  {
    files: /^components\//,
    never:
      /^(drizzle-orm|postgres|lib\/(next|api|db|edge)\/|lib\/[^/]+\/service|lib\/ledger\/(?!(bytes|checkpoint|entry|sha256-browser|verify)$))/,
    because: "A view gets its data from its page or from its feature's queries.ts.",
  },
  {
    files: /^components\/ui\//,
    only: /^components\/ui\//,
    because: "components/ui could ship in another product.",
  },
  {
    files: /^lib\/(http\/|(?!db\/)[^/]+\/(schema|contract|queries|rules|view)(\/|\.ts$))/,
    never: /^(drizzle-orm|postgres|lib\/api\/|lib\/db\/[^/]+$|lib\/[^/]+\/service|lib\/(env|log)$)/,
    because: "Only a feature's service does I/O. These files are pure and safe in a browser.",
  },
  {
    files: /^lib\/(?!next\/)/,
    never: /^(next|react)(\/|$)/,
    because: "Only lib/next/ calls Next's functions: Next compiles no other file of lib/.",
  },
  {
    files: /^(client|app|components|lib)\//,
    never: /\/testing\//,
    because: "Only tests and benches use code in testing/.",
  },
];

const IMPORT = /\b(?:from|import|require)\s*\(?\s*(?:\/\*.*?\*\/\s*)?["'`]([^"'`\n]+)["'`]/g;
const EXEMPT = /\.test\.tsx?$|\/testing\//;

/** @param {string} file @returns its layer, counted from the top; -1: not our code */
function layerOf(file) {
  const longest = Math.max(...LAYERS.flat().map((start) => (file.startsWith(start) ? start.length : 0)));
  return LAYERS.findIndex((layer) => layer.some((start) => start.length === longest && file.startsWith(start)));
}

/** @param {string} file @param {string} imported @returns {string} from the repository's root, or a package's name */
function targetOf(file, imported) {
  if (imported.startsWith("@/")) return imported.slice(2);
  return imported.startsWith(".") ? path.posix.join(path.posix.dirname(file), imported) : imported;
}

/** @param {string} file from the repository's root @param {string} source its text @returns one line for each fault */
export function faultsOf(file, source) {
  if (EXEMPT.test(file)) return [];
  return [...source.matchAll(IMPORT)].flatMap(([, imported = ""]) => {
    const target = targetOf(file, imported);
    const layer = layerOf(target);
    const reasons = LIMITS.filter(
      ({ files, only, never }) => files.test(file) && (only ? layer >= 0 && !only.test(target) : never.test(target)),
    ).map(({ because }) => because);
    if (layer >= 0 && layer < layerOf(file)) reasons.push("Imports run downwards.");
    return reasons.map((reason) => `${file} imports ${target}: ${reason}`);
  });
}

function faultsOfProject() {
  const files = ["client", "app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(folder, file)),
  );
  const sources = files.filter((file) => /\.(tsx?|mjs)$/.test(file));
  return sources.flatMap((file) => faultsOf(file, readFileSync(file, "utf8")));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = faultsOfProject();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
