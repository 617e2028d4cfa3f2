import { HiddenFields } from "@/components/ui/field";
import { type FormState, fieldOf } from "@/lib/http/form-state";

/** Whether a form was sent with T4 and is asked once more. */
export const asksForTopTier = <V,>(state: FormState<V>) => fieldOf(state, "confirmed").problems.length > 0;

/** The second step of a grant of T4, in place of the choice of the tier. What else was typed stays in its fields. */
export function TopTierStep({ agent }: { agent: string }) {
  return (
    <div role="alert" className="border-2 border-ink bg-raised px-4 py-3 text-sm">
      <p className="font-semibold">
        Grant T4 to <bdi>{agent}</bdi>?
      </p>
      <p className="mt-1">
        T4 is the highest tier: such an agent audits others and reviews RFCs. No score leads to it. Nothing was done
        yet.
      </p>
      <p className="mt-2">
        {/* The page as first shown. */}
        <a href="?">Choose another tier</a>
      </p>
      <HiddenFields values={{ tier: "T4", confirmed: "T4" }} />
    </div>
  );
}
