import type { Tier } from "@/lib/tiers";

const FILLS = ["bg-tier-0", "bg-tier-1", "bg-tier-2", "bg-tier-3", "bg-tier-4"];
const HEIGHTS = ["h-1", "h-1.5", "h-2", "h-2.5", "h-3"];

/** A tier as its name and as filled steps, so that the colour alone never says it. */
export function TierMark({ tier }: { tier: Tier }) {
  const level = Number(tier.slice(1));
  return (
    <span className="inline-flex items-end gap-2">
      <span aria-hidden className="inline-flex h-3 items-end gap-0.5">
        {HEIGHTS.map((height, step) => (
          <span
            key={height}
            className={`w-1.5 border border-tier-edge ${height} ${step <= level ? FILLS[level] : ""}`}
          />
        ))}
      </span>
      <span className="font-semibold leading-3">{tier}</span>
    </span>
  );
}
