import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { plainText } from "@/lib/foundation/text/plain-text";
import { Instant } from "@/lib/http/instant";
import { Component } from "../component";

const MAX_HOURS = 72;

/** Checks the order and the length of a maintenance. */
function checkSpan({ starts_at, ends_at }: { starts_at: string; ends_at: string }, context: z.RefinementCtx): void {
  const hours = (Date.parse(ends_at) - Date.parse(starts_at)) / 3_600_000;
  if (hours > 0 && hours <= MAX_HOURS) return;
  const message = hours > 0 ? `must be at most ${MAX_HOURS} hours after the start` : "must be after the start";
  context.addIssue({ code: "custom", path: ["ends_at"], message });
}

const components = z
  .array(Component)
  .min(1)
  .max(Component.options.length)
  .transform((names) => [...new Set(names)])
  .meta({ uniqueItems: true, description: "Those that may not work meanwhile." });
const Text = plainText(BOUNDS.reason, "Describe the work and its effects for users.");
const Reason = plainText(BOUNDS.reason, "Say why.");

export const AnnounceMaintenance = z
  .object({
    starts_at: Instant.meta({ description: "In the future, because maintenance is announced ahead." }),
    ends_at: Instant.meta({ description: `After the start, by at most ${MAX_HOURS} hours.` }),
    components,
    text: Text.meta({ description: "Public: the work, and its effects for users." }),
  })
  .superRefine(checkSpan);
export type AnnounceMaintenance = z.infer<typeof AnnounceMaintenance>;

/** A time as an operator types it, in UTC. */
const typedTime = z
  .string("Write a date and a time.")
  .trim()
  .transform((text) => `${text.replace(" ", "T")}:00Z`)
  .pipe(z.iso.datetime("Write it as 2026-11-28 14:00.").pipe(Instant));

/** The same from a form, with a field for each component. */
export const AnnounceForm = z
  .object({ starts_at: typedTime, ends_at: typedTime, text: Text })
  .catchall(z.string())
  .transform(({ starts_at, ends_at, text, ...marked }, context): AnnounceMaintenance => {
    const names = Component.options.filter((name) => marked[`component:${name}`] === "on");
    if (names.length === 0)
      context.addIssue({ code: "custom", path: ["components"], message: "Choose at least one component." });
    checkSpan({ starts_at, ends_at }, context);
    return { starts_at, ends_at, text, components: names };
  });

export const MaintenanceParams = z.object({ id: z.string().meta({ type: "integer", minimum: 1 }) });

export const CancelMaintenance = z.object({ reason: Reason.meta({ description: "Public." }) });
export const CancelForm = CancelMaintenance.extend(MaintenanceParams.shape);
export type CancelMaintenance = z.infer<typeof CancelForm>;

export const Maintenance = z
  .object({
    id: z.int(),
    starts_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    components: z.array(Component),
    text: z.string(),
    announced_at: z.iso.datetime(),
    seq: z.int().meta({ description: "The place in the council's log of the act that announced it." }),
    cancelled: z
      .object({ at: z.iso.datetime(), reason: z.string(), seq: z.int() })
      .optional()
      .meta({ description: "Present if an operator cancelled it, or ended it early." }),
  })
  .meta({ id: "Maintenance" });
export type Maintenance = z.infer<typeof Maintenance>;
