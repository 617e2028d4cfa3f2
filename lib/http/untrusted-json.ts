import { ServiceError } from "@/lib/foundation/errors";
import { faultInJson } from "@/lib/foundation/text/json-faults";
import { fieldOf, sentenceOf } from "@/lib/http/wording";

/** Maximum nesting of a body. */
export const MAX_JSON_DEPTH = 32;

const refuse = (message: string) => new ServiceError("invalid", message);

/** Returns whether PostgreSQL can store this string and every JSON parser reads it alike. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Rejects parsed JSON that could not be stored as it was sent.
 * @throws ServiceError `invalid`
 */
export function assertStorable(value: unknown, depth = 0): void {
  if (typeof value === "string" && !isStorable(value))
    throw refuse("A string must not contain NUL or a lone surrogate.");
  if (typeof value === "number" && !Number.isFinite(value)) throw refuse("A number is out of range.");
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_JSON_DEPTH) throw refuse(`The body must be nested at most ${MAX_JSON_DEPTH} deep.`);
  if (Array.isArray(value)) {
    for (const item of value) assertStorable(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") throw refuse("The key __proto__ is not allowed.");
    if (!isStorable(key)) throw refuse("A key must not contain NUL or a lone surrogate.");
    assertStorable(item, depth + 1);
  }
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
  if (fault) throw new ServiceError("invalid", sentenceOf(fault), { fields: [fieldOf(fault)].filter(Boolean) });
  assertStorable(value);
  return value;
}
