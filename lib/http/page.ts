import { z } from "zod";
import { MAX_OFFSET, wholeNumberOf } from "./whole-number";

/** A whole number in a query string, clamped to its bounds; the default where it is no integer. */
function clamped(minimum: number, maximum: number, otherwise: number) {
  // A custom type adds nothing to the description, which then says that it is an integer and no more.
  return z
    .custom<string | number>((value) => typeof value === "string" || typeof value === "number")
    .transform((value) => wholeNumberOf(String(value), minimum, maximum, otherwise));
}

/** A whole number in a query string, clamped to its bounds; the default where it is absent or no integer. */
export function wholeNumber(minimum: number, maximum: number, otherwise: number) {
  return clamped(minimum, maximum, otherwise).prefault(otherwise).meta({ type: "integer", minimum, maximum });
}

/** The same for a list that answers otherwise where no parameter is given at all: absent, it is undefined. */
export function wholeNumberWhereGiven(minimum: number, maximum: number, otherwise: number) {
  return clamped(minimum, maximum, otherwise)
    .optional()
    .meta({ type: "integer", minimum, maximum, default: otherwise });
}

/** What the response of a list says of where it stands in the whole. */
export const pageFields = { total: z.int(), limit: z.int(), offset: z.int() };

/** `limit` and `offset` of a list. Nothing here refuses: what is out of range is clamped and the answer echoes it. */
export function pageQuery({ defaultLimit, maximumLimit }: { defaultLimit: number; maximumLimit: number }) {
  return { limit: wholeNumber(1, maximumLimit, defaultLimit), offset: wholeNumber(0, MAX_OFFSET, 0) };
}
