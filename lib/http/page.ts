import { z } from "zod";

const MAX_OFFSET = 2_147_483_647;
const INTEGER = /^[+-]?\d+$/;

/** A whole number in a query string, clamped to its bounds; the default where it is absent or no integer. */
function wholeNumber(minimum: number, maximum: number, otherwise: number) {
  return z
    .union([z.string(), z.number()])
    .transform((value) => {
      const text = String(value).trim();
      return INTEGER.test(text) ? Math.min(Math.max(Number(text), minimum), maximum) : otherwise;
    })
    .prefault(otherwise)
    .meta({ type: "integer", minimum, maximum });
}

/** `limit` and `offset` of a list. Nothing here refuses: what is out of range is clamped and the answer echoes it. */
export function pageQuery({ defaultLimit, maximumLimit }: { defaultLimit: number; maximumLimit: number }) {
  return { limit: wholeNumber(1, maximumLimit, defaultLimit), offset: wholeNumber(0, MAX_OFFSET, 0) };
}
