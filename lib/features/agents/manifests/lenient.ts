import { z } from "zod";

/** A list without the items that do not match `item`, and only its first items. @param maximum of items that are read */
export const listOf = <T extends z.ZodType>(item: T, maximum: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.slice(0, maximum))
    .pipe(z.array(item.optional().catch(undefined)))
    .transform((items) => items.filter((one) => one !== undefined));
