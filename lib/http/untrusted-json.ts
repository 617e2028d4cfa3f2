import { ServiceError } from "@/lib/foundation/errors";
import { faultInJson, type JsonFault } from "@/lib/foundation/text/json-faults";
import { fieldOf, sentenceOf } from "@/lib/http/wording";

/** Maximum nesting of a body. */
export const MAX_JSON_DEPTH = 32;

const refuse = (message: string) => new ServiceError("invalid", message);

/** Returns whether PostgreSQL can store this string and every JSON parser reads it alike. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Returns the first string or number that could not be stored as it was sent. @throws ServiceError for a key or the depth */
function faultIn(value: unknown, depth: number): JsonFault | undefined {
  if (typeof value === "string" && !isStorable(value)) {
    return { path: [], message: "must not contain NUL or a lone surrogate" };
  }
  if (typeof value === "number" && !Number.isFinite(value)) return { path: [], message: "is out of range" };
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= MAX_JSON_DEPTH) throw refuse(`The body must be nested at most ${MAX_JSON_DEPTH} deep.`);
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (key === "__proto__") throw refuse("The key __proto__ is not allowed.");
    if (typeof key === "string" && !isStorable(key)) throw refuse("A key must not contain NUL or a lone surrogate.");
    const fault = faultIn(item, depth + 1);
    if (fault) return { ...fault, path: [key, ...fault.path] };
  }
  return undefined;
}

const refuseFault = (fault: JsonFault) =>
  new ServiceError("invalid", sentenceOf(fault), { fields: [fieldOf(fault)].filter(Boolean) });

/**
 * Rejects parsed JSON that could not be stored as it was sent.
 * @throws ServiceError `invalid`
 */
export function assertStorable(value: unknown): void {
  const fault = faultIn(value, 0);
  if (fault) throw refuseFault(fault);
}

/**
 * Parses a body from outside. An empty body is an object without fields.
 * @throws ServiceError `invalid` if it is not JSON, is nested too deep, cannot be stored as it was sent, or would be read
 * differently by other parsers
 */
export function parseUntrustedJson(text: string): unknown {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("The body must be JSON.");
  }
  const fault = faultInJson(text);
  if (fault) throw refuseFault(fault);
  assertStorable(value);
  return value;
}
