// Checks how the time of each regular expression grows with the length of its text, because a stranger may choose the
// text. `npm run lint` runs it. `expressions.json` keeps the results, since a new expression takes a second. The results
// are those of recheck: "safe" (linear), "polynomial" or "exponential".
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { check } from "recheck";
import { parseAst } from "rolldown/parseAst";

/** @typedef {{ pattern: string, flags: string }} Expression */
/** @typedef {{ expression: Expression | undefined, line: number }} Use with undefined: cannot be evaluated */
/** @typedef {"safe" | "polynomial" | "exponential" | "unknown"} Growth */
/** @typedef {Record<string, any>} Node of the syntax tree (ESTree) */

const KEPT = "scripts/expressions.json";
const SOURCE = /\.(?:tsx?|mjs|js)$/;
/** Tests, and tools of developers, which read no text of a stranger: only an exponential expression is a fault. */
const OWN_TEXTS = /\.(?:test|spec)\.|\/testing\/|^(?:e2e|bench|scripts)\//;
/** Methods that make an expression of a text. */
const METHODS = new Set(["match", "matchAll", "search"]);
/** Text in place of an unknown part of an expression in such code. */
const UNKNOWN_PART = "x";

/** @param {Expression} expression */
const textOf = ({ pattern, flags }) => `/${pattern}/${flags}`;

/** @param {string} file @param {string} source @returns {Node} */
const parse = (file, source) =>
  parseAst(source, { lang: file.endsWith("x") ? "tsx" : file.endsWith(".ts") ? "ts" : "js" });

/** @param {Node} node @returns {Generator<Node>} the node and all nodes in it */
function* nodesIn(node) {
  if (typeof node["type"] === "string") yield node;
  for (const child of Object.values(node)) if (typeof child === "object" && child !== null) yield* nodesIn(child);
}

/**
 * Finds the values of a file's constants, and of those that it imports from our own files.
 * @param {string} file @param {Node} tree @param {(file: string) => string} read
 * @returns {(name: string) => string | Expression | undefined}
 */
function constantsOf(file, tree, read) {
  /** @type {Map<string, () => string | Expression | undefined>} */
  const found = new Map();
  const valueOfName = (/** @type {string} */ name) => found.get(name)?.();
  for (const statement of tree["body"]) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "VariableDeclaration" && declared.kind === "const") {
      for (const { id, init } of declared.declarations) found.set(id.name, () => constantValue(init, valueOfName));
    }
    if (statement.type !== "ImportDeclaration" || !/^(?:\.|@\/)/.test(statement.source.value)) continue;
    const target = statement.source.value.startsWith("@/")
      ? statement.source.value.slice(2)
      : path.posix.join(path.posix.dirname(file), statement.source.value);
    for (const { local, imported } of statement.specifiers) {
      found.set(local.name, () => {
        const name = SOURCE.test(target) ? target : `${target}.ts`;
        return imported && constantsOf(name, parse(name, read(name)), read)(imported.name);
      });
    }
  }
  return valueOfName;
}

/**
 * @param {Node | null | undefined} node
 * @param {(name: string) => string | Expression | undefined} constant
 * @returns {string | Expression | undefined} the value of a text or an expression that is made of constants
 */
function constantValue(node, constant) {
  if (node?.["type"] === "Literal")
    return node["regex"] ?? (typeof node["value"] === "string" ? node["value"] : undefined);
  if (node?.["type"] === "Identifier") return constant(node["name"]);
  if (node?.["type"] === "TemplateLiteral") {
    const parts = node["quasis"].flatMap((/** @type {Node} */ quasi, /** @type {number} */ index) => [
      quasi["value"].cooked,
      ...(index < node["expressions"].length ? [constantValue(node["expressions"][index], constant)] : []),
    ]);
    return parts.every((/** @type {unknown} */ part) => typeof part === "string") ? parts.join("") : undefined;
  }
  if (node?.["type"] === "MemberExpression" && node["property"].name === "source") {
    const value = constantValue(node["object"], constant);
    return typeof value === "object" ? value.pattern : undefined;
  }
  if ((node?.["type"] === "NewExpression" || node?.["type"] === "CallExpression") && node["callee"].name === "RegExp") {
    const [of, flags] = node["arguments"];
    const made = constantValue(of, constant);
    const given = flags === undefined ? undefined : constantValue(flags, constant);
    if (made === undefined || typeof given === "object" || (flags && given === undefined)) return undefined;
    return typeof made === "object"
      ? { pattern: made.pattern, flags: given ?? made.flags }
      : { pattern: made, flags: given ?? "" };
  }
  return undefined;
}

/**
 * Returns the regular expressions of a file: literals, and those made by `RegExp` of constants.
 * @param {string} file from the repository's root
 * @param {string} source its text
 * @param {(file: string) => string} read returns the text of a file that it imports
 * @returns {Use[]}
 */
export function expressionsOf(file, source, read = (name) => readFileSync(name, "utf8")) {
  const tree = parse(file, source);
  const constant = constantsOf(file, tree, read);
  const known = OWN_TEXTS.test(file) ? (/** @type {string} */ name) => constant(name) ?? UNKNOWN_PART : constant;
  return [...nodesIn(tree)].flatMap((node) => {
    const isCall = node["type"] === "NewExpression" || node["type"] === "CallExpression";
    const isText = ["Literal", "TemplateLiteral"].includes(node["arguments"]?.[0]?.type) && !node["arguments"][0].regex;
    const isMade = isCall && isText && METHODS.has(node["callee"].property?.name);
    const isExpression = node["regex"] !== undefined || (isCall && node["callee"].name === "RegExp");
    if (!isExpression && !isMade) return [];
    const found = constantValue(isMade ? node["arguments"][0] : node, known);
    const value = isMade && typeof found === "string" ? { pattern: found, flags: "" } : found;
    const line = source.slice(0, node["start"]).split("\n").length;
    return [{ expression: typeof value === "object" ? value : undefined, line }];
  });
}

/** @param {Expression} expression @returns {Promise<Growth>} */
export async function growthOf({ pattern, flags }) {
  // Without limits of time, which a busy machine would reach.
  const limits = { timeout: null, attackTimeout: null, incubationTimeout: null };
  const found = await check(pattern, flags, { ...limits, randomSeed: 1 });
  const type = found.status === "unknown" ? undefined : found.complexity.type;
  if (type === "polynomial" || type === "exponential") return type;
  return type === undefined ? "unknown" : "safe";
}

/**
 * @param {string} file
 * @param {Use} use
 * @param {Record<string, Growth>} growth by the text of an expression
 * @returns {string | undefined} a line about its fault
 */
export function faultOf(file, { expression, line }, growth) {
  const isOwn = OWN_TEXTS.test(file);
  const place = `${file}:${line}`;
  if (expression === undefined) {
    return isOwn ? undefined : `${place}: a regular expression of unknown parts. Write a literal, or compare texts.`;
  }
  const found = growth[textOf(expression)] ?? "unknown";
  if (found === "safe" || (isOwn && found !== "exponential")) return undefined;
  const what = found === "unknown" ? "could not be checked" : `takes ${found} time`;
  return `${place}: ${textOf(expression)} ${what}. Write one that takes linear time, or split the text.`;
}

async function main() {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  const files = listed.split("\n").filter((file) => SOURCE.test(file) && !file.endsWith(".d.ts"));
  const uses = files.flatMap((file) => expressionsOf(file, readFileSync(file, "utf8")).map((use) => ({ file, use })));
  const expressions = new Map(
    uses.flatMap(({ use: { expression } }) => (expression ? [[textOf(expression), expression]] : [])),
  );
  /** @type {Record<string, Growth>} */
  const kept = JSON.parse(readFileSync(KEPT, "utf8"));
  const growth = new Map(Object.entries(kept).filter(([text]) => expressions.has(text)));
  for (const [text, expression] of expressions) {
    if (!growth.has(text)) growth.set(text, await growthOf(expression));
  }
  const sorted = [...growth].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  const faults = uses.flatMap(({ file, use }) => faultOf(file, use, Object.fromEntries(growth)) ?? []);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
