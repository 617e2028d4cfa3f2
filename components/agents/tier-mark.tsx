const FILLS = ["fill-tier-0", "fill-tier-1", "fill-tier-2", "fill-tier-3", "fill-tier-4"];

const levelOf = (tier: string) => Number(tier.slice(1));

/** The fill of a tier wherever it is drawn. */
export const tierFill = (tier: string) => FILLS[levelOf(tier)];

const HEIGHT = 16;
/** Each three higher than the one before. */
const STEPS = [0, 1, 2, 3, 4];
/** How far one is from the next, and how wide it is within its line. */
const PITCH = 8;
const WIDTH = 5;

/** The steps from one to another, each as a box. */
const boxes = (from: number, to: number) =>
  STEPS.slice(from, to)
    .map((step) => `M${step * PITCH + 0.5} ${HEIGHT - 0.5}v${-3 * (step + 1)}h${WIDTH}v${3 * (step + 1)}z`)
    .join("");

/** A tier as its name and as filled steps, so that the colour alone never says it. */
export function TierMark({ tier }: { tier: string }) {
  const level = levelOf(tier);
  return (
    <span className="inline-flex items-end gap-2 whitespace-nowrap">
      <svg aria-hidden width={4 * PITCH + WIDTH + 1} height={HEIGHT} fill="none">
        <path d={boxes(level + 1, STEPS.length)} className="stroke-hair" />
        <path d={boxes(0, level + 1)} className={`stroke-tier-edge ${tierFill(tier)}`} />
      </svg>
      <span className="font-semibold text-sm leading-4">{tier}</span>
    </span>
  );
}
