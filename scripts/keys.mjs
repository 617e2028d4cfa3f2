// Checks that no text from outside is a key of a plain object, which also inherits `constructor`, `toString` and
// `__proto__`. `npm run lint` runs it. The compiler's types tell which key may be any text.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { SyntaxKind } from "typescript/unstable/ast";
import { API, TypeFlags } from "typescript/unstable/sync";

/** @typedef {import("typescript/unstable/ast").Node} Node */
/** @typedef {import("typescript/unstable/sync").Project} Project */
/** @typedef {import("typescript/unstable/sync").Type} Type */

const CHECKED = /^(?:(?:app|client|components|lib)\/|(?:server|instrumentation)\.ts$)/;
/** Tests, and the functions to which this rule refers. */
const EXEMPT = /\.test\.tsx?$|\/testing\/|^lib\/foundation\/own-values\.ts$/;

const ANY_TEXT =
  TypeFlags.Any | TypeFlags.Unknown | TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping;
const GENERIC = TypeFlags.TypeParameter | TypeFlags.Index | TypeFlags.IndexedAccess;

const LOOK_UP = "Use `ownValue` of lib/foundation/own-values.ts, `Object.hasOwn`, or a Map.";
const WRITE = "Use a Map and `Object.fromEntries`.";
const ASSERTION = "Compare it, use `ownValue`, or `ownEntries` for an object's own keys.";

/** @param {Project} project */
function typesOf({ checker }) {
  /** @param {Type | undefined} type @param {number} flags @returns {boolean} whether it, or one of its parts, has a flag */
  const includes = (type, flags) => {
    if (type === undefined) return false;
    if ((type.flags & flags) !== 0) return true;
    if (type.isUnionType() || type.isIntersectionType()) return type.getTypes().some((part) => includes(part, flags));
    return (type.flags & GENERIC) !== 0 && includes(checker.getBaseConstraintOfType(type), flags);
  };
  const of = (/** @type {Node} */ node) => checker.getTypeAtLocation(node);
  return {
    isAnyText: (/** @type {Node} */ node) => includes(of(node), ANY_TEXT),
    isNumber: (/** @type {Node} */ node) => (of(node)?.flags ?? 0) === TypeFlags.Number,
    /** Whether an assertion makes one of a few texts of any text. */
    isClosing: (/** @type {Node} */ from, /** @type {Node} */ to) =>
      includes(of(from), TypeFlags.String) &&
      !includes(of(to), ANY_TEXT) &&
      includes(of(to), TypeFlags.StringLiteral | GENERIC),
  };
}

/** @param {any} node @returns {Node} the expression in parentheses and assertions */
const bare = (node) =>
  [SyntaxKind.ParenthesizedExpression, SyntaxKind.AsExpression, SyntaxKind.NonNullExpression].includes(node.kind)
    ? bare(node.expression)
    : node;

/** @param {any} node @returns {[key: Node, what: string] | undefined} the key that a node looks up, and what to do */
function lookUpOf(node) {
  const { parent } = node;
  if (node.kind === SyntaxKind.ElementAccessExpression) {
    // `delete` removes only an own member.
    if (parent.kind === SyntaxKind.DeleteExpression) return undefined;
    const isWritten = parent.kind === SyntaxKind.BinaryExpression && parent.left === node;
    return [
      node.argumentExpression,
      isWritten && parent.operatorToken.kind === SyntaxKind.EqualsToken ? WRITE : LOOK_UP,
    ];
  }
  if (node.kind === SyntaxKind.BinaryExpression && node.operatorToken.kind === SyntaxKind.InKeyword) {
    return [node.left, LOOK_UP];
  }
  if (node.kind === SyntaxKind.BindingElement && node.propertyName?.kind === SyntaxKind.ComputedPropertyName) {
    return [node.propertyName.expression, LOOK_UP];
  }
  return undefined;
}

/** @param {Project} project @param {string} root the folder of the project @returns one line for each fault */
export function faultsOf(project, root) {
  const types = typesOf(project);
  /** @type {string[]} */
  const faults = [];
  const names = project.program.getSourceFileNames().map((file) => path.relative(root, file));
  for (const name of names.filter((file) => CHECKED.test(file) && !EXEMPT.test(file)).sort()) {
    const source = project.program.getSourceFile(path.join(root, name));
    const report = (/** @type {Node} */ node, /** @type {string} */ what) => {
      const start = node.getStart(source);
      const line = source?.text.slice(0, start).split("\n").length;
      faults.push(`${name}:${line}: ${what.replace("%", source?.text.slice(start, node.end) ?? "")}`);
    };
    const visit = (/** @type {any} */ node) => {
      const [key, what] = lookUpOf(node) ?? [];
      const isFault = key !== undefined && types.isAnyText(bare(key)) && !types.isNumber(key);
      if (isFault) report(node, `% takes any text. ${what}`);
      else if (node.kind === SyntaxKind.AsExpression && types.isClosing(node.expression, node)) {
        report(node, `% takes any text. ${ASSERTION}`);
      }
      // A key is reported once, not also for its assertion.
      node.forEachChild((/** @type {Node} */ child) => void (isFault && child === key ? undefined : visit(child)));
    };
    visit(source);
  }
  return faults;
}

/** @param {string} root @param {import("typescript/unstable/sync").APIOptions["fs"]} [fs] @returns the faults of a project */
export function faultsIn(root, fs) {
  const api = new API({ cwd: root, ...(fs ? { fs } : {}) });
  try {
    const [project] = api.updateSnapshot({ openProjects: [path.join(root, "tsconfig.json")] }).getProjects();
    if (project === undefined) throw new Error(`${root} has no tsconfig.json.`);
    return faultsOf(project, root);
  } finally {
    api.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = faultsIn(process.cwd());
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
