import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
export const OUT_OF_RANGE = "must be between 1970 and 9999";

/** Returns whether a time is one that texts and the database can hold: 1970 to 9999. @param time milliseconds, or NaN */
export const isStorableTime = (time: number): boolean => time >= 0 && time <= LATEST;

/** A time in a request, with a zone. As output in UTC. */
export const Instant = z.iso
  .datetime({ offset: true })
  .max(BOUNDS.instant)
  .refine((text) => isStorableTime(Date.parse(text)), OUT_OF_RANGE)
  .transform((text) => new Date(text).toISOString());
