import { z } from "zod";

export const Subsystem = z.enum(["relay", "memory"]).meta({ id: "Subsystem" });
export type Subsystem = z.infer<typeof Subsystem>;

/** An operator's decision to freeze a subsystem, or to let it run again. */
export const SetFreeze = z.object({
  subsystem: Subsystem,
  frozen: z.boolean(),
  reason: z.string().trim().min(1).max(1_000),
});
export type SetFreeze = z.infer<typeof SetFreeze>;

/** How a subsystem stands. `reason` and `since` are null where it was never frozen. */
export const Freeze = z
  .object({
    subsystem: Subsystem,
    frozen: z.boolean(),
    reason: z.string().nullable(),
    since: z.iso.datetime().nullable(),
  })
  .meta({ id: "Freeze" });
export type Freeze = z.infer<typeof Freeze>;
