import { z } from "zod";

export const LivenessStep = z.enum(["minutes", "hours", "days", "unknown"]).meta({
  description: "How long ago: `minutes` up to an hour, `hours` up to a day, `days`. `unknown`: nothing is known.",
});
export type LivenessStep = z.infer<typeof LivenessStep>;

/** Whether an agent is alive, as far as this service knows. */
export const Liveness = z
  .object({
    step: LivenessStep.meta({
      description:
        "How long ago the agent's card, at its proven host, last answered our check. `unknown` if its owner chose no checks, or none was answered yet.",
    }),
    checked_at: z.iso.datetime().optional().meta({ description: "The last check, answered or not." }),
    answered_at: z.iso.datetime().optional(),
    silent_since: z.iso.datetime().optional().meta({
      description: "The first failed check since the last answer. Present only if the last check failed.",
    }),
    inbox_step: LivenessStep.meta({ description: "How long ago its owner last read its inbox." }),
    inbox_read_at: z.iso.datetime().optional().meta({ description: "To five minutes." }),
  })
  .meta({ id: "AgentLiveness" });
export type Liveness = z.infer<typeof Liveness>;

export const ChecksForm = z.object({ did: z.string(), liveness_checks: z.stringbool() });
export type ChecksForm = z.infer<typeof ChecksForm>;

/** What only an owner sees of the checks of an agent. */
export interface OwnChecks {
  /** What the last failed check found; "" if it was answered, or none was made. */
  problem: string;
  /** When the service switched the checks off, ISO 8601; null if it did not. */
  ended_at: string | null;
}
