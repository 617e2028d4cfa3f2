const INTEGER = /^[+-]?\d+$/;

/** Largest offset of a list. */
export const MAX_OFFSET = 2_147_483_647;

/** The whole number that a text says, clamped to its bounds; `otherwise` where it says none. */
export function wholeNumberOf(text: string | undefined, minimum: number, maximum: number, otherwise: number): number {
  const trimmed = text?.trim() ?? "";
  return INTEGER.test(trimmed) ? Math.min(Math.max(Number(trimmed), minimum), maximum) : otherwise;
}
