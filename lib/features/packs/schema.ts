import { z } from "zod";
import { instantFilter } from "@/lib/http/instant";
import { MAX_DAYS } from "./rules";

export const PackQuery = z.object({
  from: instantFilter(`The beginning of the period. Default: ${MAX_DAYS} days before its end.`),
  to: instantFilter("The end of the period. Default: now."),
});
export type PackQuery = z.infer<typeof PackQuery>;

/** The bytes of a zip. */
export const PackBytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .meta({ type: "string", format: "binary" });
