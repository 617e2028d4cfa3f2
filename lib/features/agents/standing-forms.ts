import { z } from "zod";
import { Tier } from "@/lib/identity/tiers";
import { GrantTier, SetStatus } from "./schema";
import { wordToSuspend } from "./suspension";

/** Requires confirmation before T4 is granted: the form is sent again, with the tier typed in `confirmed`. */
export function confirmTopTier(
  { tier, confirmed }: { tier: Tier | null; confirmed?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (tier !== "T4" || confirmed?.trim().toUpperCase() === tier) return;
  context.addIssue({ code: "custom", path: ["confirmed"], message: "Type T4 to confirm." });
}

export const GrantTierForm = z
  .object({
    did: z.string(),
    tier: z.enum(Tier.options, "Choose the tier."),
    reason: GrantTier.shape.reason,
    confirmed: z.string().optional(),
  })
  .superRefine(confirmTopTier);

export const WithdrawGrantForm = z
  .object({ did: z.string(), reason: GrantTier.shape.reason })
  .transform((form) => ({ ...form, tier: null }));

/** A change of the status from a form. To suspend, the operator types the last part of the DID. */
export const SetStatusForm = SetStatus.extend({ did: z.string(), typed: z.string().trim().default("") })
  .superRefine(({ did, status, typed }, context) => {
    const word = wordToSuspend(did);
    if (status !== "suspended" || typed.toLowerCase() === word.toLowerCase()) return;
    context.addIssue({ code: "custom", path: ["typed"], message: `Type ${word} to suspend the agent.` });
  })
  .transform(({ typed: _, ...form }) => form);
