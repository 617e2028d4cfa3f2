import { Tier } from "@/lib/tiers";
import { LIGHT } from "./colours";

/** A step for each tier, filled up to this one, as beside a tier's name everywhere. @param height pixels */
export function TierSteps({ tier, height }: { tier: Tier; height: number }) {
  const fill = LIGHT[`tier-${Number(tier.slice(1)) as 0 | 1 | 2 | 3 | 4}`];
  return (
    <svg aria-hidden width={height * 2.375} height={height} viewBox="0 0 38 16">
      {Tier.options.map((step, index) => (
        <rect
          key={step}
          x={index * 8 + 0.5}
          y={12.5 - index * 3}
          width="5"
          height={3 + index * 3}
          fill={step <= tier ? fill : "none"}
          stroke={step <= tier ? LIGHT["tier-edge"] : LIGHT["rule-hair"]}
        />
      ))}
    </svg>
  );
}
