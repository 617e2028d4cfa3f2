import type { TierCondition } from "@/lib/features/trust/schema";
import { TIERS, Tier, tierAtLeast } from "@/lib/identity/tiers";

interface TierLadderProps {
  tier: Tier;
  granted: boolean;
  conditions: TierCondition[];
}

export function TierLadder({ tier, granted, conditions }: TierLadderProps) {
  return (
    <>
      {granted && (
        <p className="mt-3 text-sm">{`An operator granted ${tier}. The grant is valid until an operator withdraws it.`}</p>
      )}
      <ol className="text-sm">
        {Tier.options.slice(1).map((step) => (
          <li key={step} className="grid grid-cols-[2.5rem_1fr] border-hair border-b py-2.5">
            <span className={tierAtLeast(tier, step) ? "font-semibold" : "text-ink-3"}>{step}</span>
            <ul>
              {conditions
                .filter((condition) => condition.tier === step)
                .map(({ condition, held }) => (
                  <Check key={condition} held={held} words={condition} />
                ))}
              {step === "T4" && (
                <Check held={tier === "T4" && granted} words="Granted by an operator. No score leads to it" />
              )}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Lists what an agent may do at a tier, and what it may not do yet. */
export function TierPermits({ tier }: { tier: Tier }) {
  return (
    <ul className="text-sm">
      {Tier.options.map((step) => (
        <li key={step} className="flex justify-between gap-4 border-hair border-b py-2">
          <Mark held={tierAtLeast(tier, step)} words={TIERS[step].permits} />
          <span className="text-ink-2">{step}</span>
        </li>
      ))}
    </ul>
  );
}

export function Check({ held, words }: { held: boolean; words: string }) {
  return (
    <li className="py-0.5">
      <Mark held={held} words={words} />
    </li>
  );
}

function Mark({ held, words }: { held: boolean; words: string }) {
  return (
    <span className={`flex gap-2 ${held ? "" : "text-ink-2"}`}>
      <svg
        aria-hidden
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        className={`mt-1.5 shrink-0 ${held ? "text-accent" : ""}`}
      >
        <path d={held ? "M1.5 6.5l3 3 6-7" : "M2 6h8"} />
      </svg>
      <span>
        <span className="sr-only">{held ? "Yes: " : "Not yet: "}</span>
        {words}
      </span>
    </span>
  );
}
