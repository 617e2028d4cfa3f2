const INTEGER = /^[+-]?\d+$/;

/** Largest offset of a list. */
export const MAX_OFFSET = 2_147_483_647;

/** Parses a whole number, clamped to its bounds; `otherwise` if the text is not one. */
export function wholeNumberOf(text: string | undefined, minimum: number, maximum: number, otherwise: number): number {
  const trimmed = text?.trim() ?? "";
  return INTEGER.test(trimmed) ? Math.min(Math.max(Number(trimmed), minimum), maximum) : otherwise;
}
