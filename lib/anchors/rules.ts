/** Maximum length of a payload as JSON, in characters. */
export const MAX_PAYLOAD_CHARACTERS = 65_536;
/** Maximum nesting of a payload. The body around it has its own limit. */
export const MAX_DEPTH = 32;

function faultInValue(value: unknown, depth: number): string | null {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return "contains an integer beyond 2^53 - 1, which JSON parsers read differently. Send it as a string.";
  }
  if (typeof value !== "object" || value === null) return null;
  if (depth >= MAX_DEPTH) return `must be nested at most ${MAX_DEPTH} deep`;
  for (const item of Object.values(value)) {
    const fault = faultInValue(item, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Returns why a payload cannot be anchored, or null if it can. The rules are those of I-JSON (RFC 7493) that the body's
 * parser does not check already.
 */
export function faultInPayload(value: unknown): string | null {
  if (value === undefined) return "is required";
  if (value === null) return "must not be null";
  const fault = faultInValue(value, 0);
  if (fault !== null) return fault;
  return JSON.stringify(value).length > MAX_PAYLOAD_CHARACTERS
    ? `must be at most ${MAX_PAYLOAD_CHARACTERS} characters as JSON`
    : null;
}

/** Returns the words of a payload: all its strings and numbers, at any depth. */
export function textOf(payload: unknown): string {
  if (typeof payload === "string" || typeof payload === "number") return String(payload);
  if (typeof payload !== "object" || payload === null) return "";
  return Object.values(payload).map(textOf).filter(Boolean).join(" ");
}
