// Removes texts that only document from the declarations, because the client's bundle does not need them.
import { parseSync } from "rolldown/utils";

const DECLARATIONS = /\/lib\/.*\.ts$/;
/** The fields of an endpoint that only the API's description uses, and the texts of its errors. */
const PROSE = new Set(["summary", "description", "example", "meanings", "errors"]);
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
        if (property.type !== "Property" || !PROSE.has(property.key.name)) continue;
        cuts.push([property.start, second.properties[at + 1]?.start ?? second.end - 1]);
      }
    }
  }
  // Parts that several endpoints share.
  if (node.type === "Property" && ["summary", "description"].includes(node.key?.name) && isText(node.value)) {
    cuts.push([node.value.start + 1, node.value.end - 1]);
  }
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child]) if (each?.type) find(each, cuts);
  }
}

/** @param {string} code TypeScript of a module @returns it without prose, with the same lines */
export function stripProse(code) {
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

/** Does the same as a plugin of rolldown. */
export const strippingProse = {
  name: "strip-prose",
  transform: {
    filter: { id: DECLARATIONS },
    /** @param {string} code @param {string} id */
    handler: (code, id) => (id.endsWith(".d.ts") ? null : { code: stripProse(code), map: null }),
  },
};
