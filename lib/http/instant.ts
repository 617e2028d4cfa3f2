import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const OUT_OF_RANGE = "must be between 1970 and 9999";

/** Returns whether a time is one that texts and the database can hold: 1970 to 9999. @param time milliseconds, or NaN */
export const isStorableTime = (time: number): boolean => time >= 0 && time <= LATEST;

/** A time in a request, with a zone. As output in UTC. */
export const Instant = z.iso
  .datetime({ offset: true })
  .max(BOUNDS.instant)
  .refine((text) => isStorableTime(Date.parse(text)), OUT_OF_RANGE)
  .transform((text) => new Date(text).toISOString());

/** A time with a zone, or a day, which means its first moment in UTC. */
export const InstantOrDay = z
  .union([z.iso.datetime({ offset: true }).max(BOUNDS.instant), z.iso.date().max(BOUNDS.instant)])
  .transform((text) => new Date(text))
  .refine((instant) => isStorableTime(instant.getTime()), OUT_OF_RANGE);

/** A time in a query string. An empty value is the same as none. */
export const instantFilter = (description: string) =>
  z
    .union([z.literal("").transform(() => undefined), InstantOrDay])
    .optional()
    .meta({ type: "string", format: "date-time", description: `${description} A day means its first moment, UTC.` });
