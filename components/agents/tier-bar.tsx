import { tierFill } from "@/components/marks/agent-marks";
import type { Facets } from "@/lib/features/directory/directory-schema";
import { Tier } from "@/lib/identity/tiers";

interface TierBarProps {
  tiers: Facets["tier"];
  /** A short name of the bar's content. */
  label: string;
  chosen?: string | undefined;
  href: (tier: Tier) => string;
}

export function TierBar({ tiers, label, chosen, href }: TierBarProps) {
  const countOf = (tier: Tier) => tiers.find(({ value }) => value === tier)?.agents ?? 0;
  const total = Tier.options.reduce((sum, tier) => sum + countOf(tier), 0);
  let end = 0;
  const parts = Tier.options.toReversed().map((tier) => {
    const start = end;
    end += total === 0 ? 0 : (countOf(tier) / total) * 100;
    return { tier, start, width: end - start };
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-ink-3 text-xs">
      <span>{label}</span>
      <svg aria-hidden height="12" className="min-w-32 flex-1 basis-full sm:basis-56">
        {parts
          .filter(({ width }) => width > 0)
          .map(({ tier, start, width }) => (
            <rect
              key={tier}
              x={`${start.toFixed(2)}%`}
              y="0.5"
              width={`${Math.max(0.6, width).toFixed(2)}%`}
              height="11"
              className={`stroke-paper ${tierFill(tier)}`}
              strokeWidth="1.5"
            />
          ))}
      </svg>
      <span className="flex flex-wrap gap-x-4">
        {parts.map(({ tier }) => (
          <a
            key={tier}
            href={href(tier)}
            data-key={`tier ${tier}`}
            aria-current={tier === chosen ? "true" : undefined}
            className="inline-flex min-h-11 items-center gap-1.5 text-ink-2 no-underline hover:underline aria-[current]:font-semibold md:min-h-7"
          >
            <svg aria-hidden width="10" height="10">
              <rect x="0.5" y="0.5" width="9" height="9" className={`stroke-tier-edge ${tierFill(tier)}`} />
            </svg>
            {tier} <span className="font-semibold text-ink tabular-nums">{countOf(tier).toLocaleString("en")}</span>
          </a>
        ))}
      </span>
    </div>
  );
}
