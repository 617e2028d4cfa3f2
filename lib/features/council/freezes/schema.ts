import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { plainText } from "@/lib/foundation/text/plain-text";

export const Subsystem = z.enum(["relay", "memory"]).meta({ id: "Subsystem" });
export type Subsystem = z.infer<typeof Subsystem>;

/** An operator's decision to freeze or unfreeze a subsystem. */
export const SetFreeze = z.object({
  subsystem: Subsystem,
  frozen: z.boolean(),
  reason: plainText(BOUNDS.reason, "Say why."),
});
export type SetFreeze = z.infer<typeof SetFreeze>;

/** The state of a subsystem. `reason` and `since` are null if it was never frozen. */
export const Freeze = z
  .object({
    subsystem: Subsystem,
    frozen: z.boolean(),
    reason: z.string().nullable(),
    since: z.iso.datetime().nullable(),
  })
  .meta({ id: "Freeze" });
export type Freeze = z.infer<typeof Freeze>;

/** An act that froze or unfroze a subsystem. */
export interface FreezeAct {
  /** Its place in the council's log. */
  seq: number;
  subsystem: Subsystem;
  frozen: boolean;
  reason: string;
  at: Date;
}

/** The same input from a form. To freeze, the operator types the subsystem's name again. */
export const SetFreezeForm = z
  .object({
    subsystem: Subsystem,
    frozen: z.stringbool(),
    reason: SetFreeze.shape.reason,
    typed: z.string().trim().default(""),
  })
  .superRefine(({ subsystem, frozen, typed }, context) => {
    if (!frozen || typed.toLowerCase() === subsystem) return;
    context.addIssue({ code: "custom", path: ["typed"], message: `Type ${subsystem} to freeze it.` });
  });
