/** Longest payload as JSON, in characters. */
export const MAX_PAYLOAD_CHARACTERS = 65_536;
/** Deepest nesting of a payload; the body around it has a limit of its own. */
export const MAX_DEPTH = 32;

function faultInValue(value: unknown, depth: number): string | null {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return "holds a whole number beyond 2^53 - 1, which readers of JSON take differently: send it as a string";
  }
  if (typeof value !== "object" || value === null) return null;
  if (depth >= MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH}`;
  for (const item of Object.values(value)) {
    const fault = faultInValue(item, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** Why a payload cannot be anchored, null where it can: I-JSON (RFC 7493) but for what the body's reader refuses already. */
export function faultInPayload(value: unknown): string | null {
  if (value === undefined) return "is required";
  if (value === null) return "must not be null";
  const fault = faultInValue(value, 0);
  if (fault !== null) return fault;
  return JSON.stringify(value).length > MAX_PAYLOAD_CHARACTERS ? `is longer than ${MAX_PAYLOAD_CHARACTERS}` : null;
}

/** The words of a payload, one after the other: its strings and numbers, wherever they stand. */
export function textOf(payload: unknown): string {
  if (typeof payload === "string" || typeof payload === "number") return String(payload);
  if (typeof payload !== "object" || payload === null) return "";
  return Object.values(payload).map(textOf).filter(Boolean).join(" ");
}
