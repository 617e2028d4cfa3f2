// Checks every import against the list of layers. `npm run lint` runs it. Imports of types count too.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The rooms, from the top down, and what each contains. A file imports from its own room and from the lines below it, never
 * from another room of its line. So no imports go round in a circle. CONTRIBUTING.md draws this list.
 * @type {readonly { rooms: readonly string[], contain: string }[]}
 */
export const LAYERS = [
  { rooms: ["client/"], contain: "the client that others install: declarations only" },
  { rooms: ["app/"], contain: "routes and pages: each calls a verb" },
  { rooms: ["components/"], contain: "views" },
  { rooms: ["lib/next/"], contain: "calls of Next's functions: sessions, forms, themes, links to feeds" },
  { rooms: ["lib/system/"], contain: "the process: start, background work, commands, demo" },
  {
    rooms: ["lib/portal/"],
    contain: "what the service says of itself as a whole: operations, markdown, feeds, search",
  },
  { rooms: ["lib/interop/sources/"], contain: "lists of others that an operator follows or imports" },
  {
    rooms: ["lib/interop/a2a/", "lib/interop/ard/", "lib/interop/mcp/", "lib/interop/registry/"],
    contain: "one folder for each external protocol: the A2A door, ARD, MCP, the MCP registry",
  },
  { rooms: ["lib/api/"], contain: "binds an endpoint to its verb" },
  { rooms: ["lib/features/queues/"], contain: "what waits for operators, and who does it" },
  {
    rooms: ["lib/features/directory/", "lib/features/packs/", "lib/features/replies/", "lib/features/status/"],
    contain:
      "finding agents; evidence packs; replies to incidents and audits, and decisions on them; checks of the service",
  },
  {
    rooms: ["lib/features/incidents/", "lib/features/rfcs/"],
    contain: "incidents with reports; rules of the federation",
  },
  { rooms: ["lib/features/access/"], contain: "applications, credentials, sessions" },
  { rooms: ["lib/features/relay/"], contain: "events between agents, inboxes, routing, tasks of the A2A door" },
  { rooms: ["lib/features/agents/"], contain: "the record of one agent" },
  { rooms: ["lib/features/anchors/"], contain: "the members' log, at /api/memory" },
  { rooms: ["lib/features/witness/"], contain: "this service as a witness of logs of others" },
  { rooms: ["lib/features/council/", "lib/features/domains/"], contain: "acts, audits, freezes; proofs of domains" },
  { rooms: ["lib/features/trust/"], contain: "score, tier, standing, statements" },
  { rooms: ["lib/features/disputes/"], contain: "which records are disputed, and the decisions" },
  { rooms: ["lib/features/releases/"], contain: "the changelog as data" },
  {
    rooms: ["lib/features/events/", "lib/features/evidence/"],
    contain: "the feed of changes with webhooks; documents",
  },
  {
    rooms: ["lib/edge/", "lib/ledger/", "lib/outgoing/", "lib/search/"],
    contain:
      "the server in front; logs with proofs; requests to addresses of others; the search index. They know no feature",
  },
  { rooms: ["lib/authority/"], contain: "who acts with which right: context, tokens, keys" },
  { rooms: ["lib/database/", "lib/http/"], contain: "tables and engine; the declaration of an endpoint" },
  { rooms: ["lib/identity/"], contain: "pure rules: DIDs, organisations, tiers, permissions" },
  { rooms: ["lib/foundation/"], contain: "errors, settings, log, metrics, threads, text" },
];

/** Limits within the layers. `only` applies to our own files, `never` also to packages. */
const LIMITS = [
  {
    files: /^client\//,
    only: /^(client\/|lib\/portal\/contract$|lib\/features\/events\/schema$|lib\/http\/(client|endpoint)$|lib\/foundation\/text\/trim$)/,
    because: "The client is made of declarations. Others install it.",
  },
  {
    files: /^app\//,
    never: /^(drizzle-orm|postgres|lib\/(database|edge|ledger)\/)/,
    because: "app/ only routes. Call a feature's service.",
  },
  {
    files: /^components\//,
    never:
      /^(drizzle-orm|postgres|lib\/(next|api|database|edge)\/|lib\/portal\/(?!search\/schema$)|lib\/.+\/service|lib\/ledger\/(?!(bytes|checkpoint|entry|receipt|sha256-browser|verify)$))/,
    because: "A view gets its data from its page.",
  },
  {
    files: /^components\/ui\//,
    only: /^components\/ui\//,
    because: "components/ui could ship in another product.",
  },
  {
    files: /^lib\/(http\/|identity\/|(?!database\/).+\/(schema|contract|rules|view)(\/|\.ts$))/,
    never: /^(drizzle-orm|postgres|lib\/api\/|lib\/database\/[^/]+$|lib\/.+\/service|lib\/foundation\/(env|log)$)/,
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
/** Programs that import everything and that nothing imports. */
const TOP = /^(?:server\.ts|scripts\/|bench\/|e2e\/|examples\/)/;

/** @param {string} file @returns {{ layer: number, room: string } | undefined} the layer is counted from the top */
function placeOf(file) {
  for (const [layer, { rooms }] of LAYERS.entries()) {
    const room = rooms.find((start) => file.startsWith(start));
    if (room !== undefined) return { layer, room };
  }
  return undefined;
}

/** @param {string} file @param {string} imported @returns {string} from the repository's root, or a package's name */
function targetOf(file, imported) {
  if (imported.startsWith("@/")) return imported.slice(2);
  return imported.startsWith(".") ? path.posix.join(path.posix.dirname(file), imported) : imported;
}

/** @param {string} file from the repository's root @param {string} source its text @returns one line for each fault */
export function faultsOf(file, source) {
  if (EXEMPT.test(file)) return [];
  const own = placeOf(file);
  if (own === undefined) return [`${file} is in no room. See LAYERS in scripts/layers.mjs.`];
  return [...source.matchAll(IMPORT)].flatMap(([, imported = ""]) => {
    const target = targetOf(file, imported);
    const there = placeOf(target) ?? (TOP.test(target) ? { layer: -1, room: "" } : undefined);
    const reasons = LIMITS.filter(
      ({ files, only, never }) => files.test(file) && (only ? there && !only.test(target) : never.test(target)),
    ).map(({ because }) => because);
    if (there && there.layer < own.layer) reasons.push("Imports run downwards.");
    else if (there && there.layer === own.layer && there.room !== own.room) {
      reasons.push(`${there.room} is beside ${own.room}, and rooms of one line do not import each other.`);
    }
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
