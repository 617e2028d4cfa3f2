import { ServiceError } from "@/lib/errors";

/** Deepest nesting a body may have. */
export const MAX_JSON_DEPTH = 32;

const refuse = (message: string) => new ServiceError("invalid", message);

/** Whether PostgreSQL can keep this string and every JSON reader agrees on it. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Refuses parsed JSON that could not be stored as it was sent.
 * @throws ServiceError `invalid`
 */
export function refuseUnstorable(value: unknown, depth = 0): void {
  if (typeof value === "string" && !isStorable(value)) throw refuse("A string holds NUL or a lone surrogate.");
  if (typeof value === "number" && !Number.isFinite(value)) throw refuse("A number is out of range.");
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_JSON_DEPTH) throw refuse(`It is nested deeper than ${MAX_JSON_DEPTH}.`);
  if (Array.isArray(value)) {
    for (const item of value) refuseUnstorable(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") throw refuse("The key __proto__ is not accepted.");
    if (!isStorable(key)) throw refuse("A key holds NUL or a lone surrogate.");
    refuseUnstorable(item, depth + 1);
  }
}

/**
 * Parses a body that strangers wrote. An empty one counts as an object without fields.
 * @throws ServiceError `invalid` for what is not JSON, nested too deep, or cannot be stored as it was sent
 */
export function parseJson(text: string): unknown {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("The body is not JSON.");
  }
  refuseUnstorable(value);
  return value;
}
