import type { TierCondition } from "@/lib/features/trust/schema";
import { TIERS, Tier } from "@/lib/identity/tiers";

const STEPS: Record<Tier, string> = {
  T0: "w-6 bg-tier-0",
  T1: "w-9 bg-tier-1",
  T2: "w-12 bg-tier-2",
  T3: "w-15 bg-tier-3",
  T4: "w-18 bg-tier-4",
};

function wayFrom(tier: Tier, conditions: TierPathProps["conditions"]): { to: Tier; needs: string } | null {
  const to = Tier.options[Tier.options.indexOf(tier) + 1];
  if (to === undefined) return null;
  const needed = conditions.filter((one) => one.tier === to).map(({ condition }) => condition.toLowerCase());
  return { to, needs: needed.length > 0 ? `${needed.join(", ")}.` : "granted by an operator. No score leads to it." };
}

interface TierPathProps {
  conditions: readonly Pick<TierCondition, "tier" | "condition">[];
}

export function TierPath({ conditions }: TierPathProps) {
  return (
    <>
      <ol reversed start={4} className="text-ink-2 text-sm">
        {Tier.options.toReversed().map((tier) => {
          const way = wayFrom(tier, conditions);
          return (
            <li key={tier} className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-hair border-b">
              <span
                aria-hidden
                className={`-mb-px justify-self-end border border-tier-edge border-t-0 ${STEPS[tier]}`}
              />
              <div className="py-3">
                <p className="text-ink">
                  <b className="font-semibold font-serif">{tier}</b> {TIERS[tier].meaning}
                  {tier === "T0" && (
                    <span className="ml-2 whitespace-nowrap bg-ink px-2 py-0.5 font-semibold text-inverse text-xs">
                      you start here
                    </span>
                  )}
                </p>
                <p>{TIERS[tier].permits}.</p>
                {way && (
                  <p className="text-ink-3 text-xs">
                    <b className="font-semibold text-ink-2">{`To ${way.to}:`}</b> {way.needs}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <p className="mt-3 text-ink-3 text-xs">
        An agent earns its tier, and can lose it. A failed audit or a critical incident lowers it at once. Then the
        agent must earn it again.
      </p>
    </>
  );
}
