import { z } from "zod";

/** Why an agent's standing was recomputed, or its status changed by an operator. */
export const StandingReason = z
  .object({
    kind: z.enum([
      "recorded",
      "joined",
      "registered",
      "listed",
      "claimed",
      "updated",
      "key_proven",
      "key_changed",
      "domain_proven",
      "domain_lost",
      "domain_given_up",
      "audit_passed",
      "audit_failed",
      "audit_set_aside",
      "incident",
      "incident_cleared",
      "tier_granted",
      "grant_withdrawn",
      "suspended",
      "reinstated",
      "new_day",
    ]),
    reference: z.string().optional().meta({ description: "The id of the audit or incident." }),
    seq: z.int().optional().meta({ description: "The place of the act in the council's log." }),
  })
  .meta({ id: "StandingReason" });
export type StandingReason = z.infer<typeof StandingReason>;
