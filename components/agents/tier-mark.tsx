const FILLS = ["bg-tier-0", "bg-tier-1", "bg-tier-2", "bg-tier-3", "bg-tier-4"];
const HEIGHTS = ["h-1", "h-[7px]", "h-2.5", "h-[13px]", "h-4"];

/** A tier as its name and as filled steps, so that the colour alone never says it. */
export function TierMark({ tier }: { tier: string }) {
  const level = Number(tier.slice(1));
  return (
    <span className="inline-flex items-end gap-2 whitespace-nowrap">
      <span aria-hidden className="inline-flex h-4 items-end gap-0.5">
        {HEIGHTS.map((height, step) => (
          <span
            key={height}
            className={`w-1.5 border ${height} ${step <= level ? `border-tier-edge ${FILLS[level]}` : "border-hair"}`}
          />
        ))}
      </span>
      <span className="font-semibold text-sm leading-4">{tier}</span>
    </span>
  );
}
