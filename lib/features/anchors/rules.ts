/** Maximum length of a payload as JSON, in characters. */
export const MAX_PAYLOAD_CHARACTERS = 65_536;
/** Maximum nesting of a payload. The body around it has its own limit. */
export const MAX_DEPTH = 32;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));

/** Returns why a payload cannot be anchored, or null if it can. The body's parser has checked the rest of I-JSON. */
export function faultInPayload(value: unknown): string | null {
  if (value === undefined) return "is required";
  if (value === null) return "must not be null";
  if (isDeeper(value, MAX_DEPTH)) return `must be nested at most ${MAX_DEPTH} deep`;
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
