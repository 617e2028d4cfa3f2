import { HiddenFields } from "@/components/ui/field";
import { FormText } from "@/components/ui/form";
import { type FormState, fieldOf } from "@/lib/http/form-state";

/** Returns whether the form was sent with T4 and needs the second step. */
export const asksForTopTier = <V,>(state: FormState<V>) => fieldOf(state, "confirmed").problems.length > 0;

interface TopTierStepProps {
  agent: string;
  /** The typed tier, which is empty when the step begins. */
  typed: ReturnType<typeof fieldOf>;
}

/** Shows the second step of a grant of T4 instead of the choice of tiers. The other fields keep their values. */
export function TopTierStep({ agent, typed }: TopTierStepProps) {
  return (
    <div className="grid gap-4">
      <div role="alert" className="border-2 border-ink bg-raised px-4 py-3 text-sm">
        <p className="font-semibold">
          Grant T4 to <bdi>{agent}</bdi>?
        </p>
        <p className="mt-1">
          T4 is the highest tier. An agent of tier T4 audits other agents and reviews RFCs. No score leads to T4.
          Nothing is changed yet.
        </p>
        <p className="mt-2">
          {/* The page without the state of the form. */}
          <a href="?">Choose another tier</a>
        </p>
        <HiddenFields values={{ tier: "T4" }} />
      </div>
      <FormText
        {...typed}
        id="grant-typed"
        label="Type T4 to confirm"
        mono
        problems={typed.value === "" ? [] : typed.problems}
      />
    </div>
  );
}
