import { z } from "zod";
import { MAX_OFFSET, wholeNumberOf } from "./whole-number";

/** Parses an integer in a query string, clamped to its bounds; the default if it is no integer. */
function clamped(minimum: number, maximum: number, otherwise: number) {
  // A custom type adds nothing to the OpenAPI description, which only names an integer.
  return z
    .custom<string | number>((value) => typeof value === "string" || typeof value === "number")
    .transform((value) => wholeNumberOf(String(value), minimum, maximum, otherwise));
}

/** Parses an integer in a query string, clamped to its bounds; the default if it is absent or no integer. */
export function wholeNumber(minimum: number, maximum: number, otherwise: number) {
  return clamped(minimum, maximum, otherwise).prefault(otherwise).meta({ type: "integer", minimum, maximum });
}

/** Does the same for a list with a different response if no parameter is given. Undefined if it is absent. */
export function wholeNumberWhereGiven(minimum: number, maximum: number, otherwise: number) {
  return clamped(minimum, maximum, otherwise)
    .optional()
    .meta({ type: "integer", minimum, maximum, default: otherwise });
}

/** The rows of a page of the portal, if its address names no other number. */
export const USUAL_ROWS = 25;

/** The paging fields in the response of a list. */
export const pageFields = { total: z.int(), limit: z.int(), offset: z.int() };

/** `limit` and `offset` of a list. Values out of range are clamped without an error, and the response repeats them. */
export function pageQuery({ defaultLimit, maximumLimit }: { defaultLimit: number; maximumLimit: number }) {
  return { limit: wholeNumber(1, maximumLimit, defaultLimit), offset: wholeNumber(0, MAX_OFFSET, 0) };
}
