import { SignedWord } from "@/components/ui/marks";
import { ownValue } from "@/lib/foundation/own-values";

const FILLS = ["fill-tier-0", "fill-tier-1", "fill-tier-2", "fill-tier-3", "fill-tier-4"];

const levelOf = (tier: string) => Number(tier.slice(1));

export const tierFill = (tier: string) => FILLS[levelOf(tier)];

const HEIGHT = 16;
/** Each step is three units higher than the one before. */
const STEPS = [0, 1, 2, 3, 4];
/** The distance between two steps, and the width of one. */
const PITCH = 8;
const STEP_WIDTH = 5;

/** Returns the path of some of the steps, each as a box. */
const boxes = (from: number, to: number) =>
  STEPS.slice(from, to)
    .map((step) => `M${step * PITCH + 0.5} ${HEIGHT - 0.5}v${-3 * (step + 1)}h${STEP_WIDTH}v${3 * (step + 1)}z`)
    .join("");

/** Shows a tier as its name and as filled steps, so it does not depend on colour. */
export function TierMark({ tier }: { tier: string }) {
  const level = levelOf(tier);
  return (
    <span className="inline-flex items-end gap-2 whitespace-nowrap">
      <svg aria-hidden width={4 * PITCH + STEP_WIDTH + 1} height={HEIGHT} fill="none">
        <path d={boxes(level + 1, STEPS.length)} className="stroke-hair" />
        <path d={boxes(0, level + 1)} className={`stroke-tier-edge ${tierFill(tier)}`} />
      </svg>
      <span className="font-semibold text-sm leading-4">{tier}</span>
    </span>
  );
}

const DRAWINGS: Record<string, string> = {
  active: "M6 2.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z",
  pending: "M6 2.5a3.5 3.5 0 0 1 0 7z",
};

/** Shows an agent's status as a word, with a filled, half-filled or empty circle before it. */
export function StatusMark({ status }: { status: string }) {
  const drawing = ownValue(DRAWINGS, status);
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden width="12" height="12" viewBox="0 0 12 12">
        <circle
          cx="6"
          cy="6"
          r="3.5"
          fill="none"
          stroke="currentColor"
          strokeDasharray={drawing ? undefined : "1.6 1.2"}
        />
        <path d={drawing ?? ""} fill="currentColor" />
      </svg>
      <bdi>{status}</bdi>
    </span>
  );
}

/** Says that an agent proved to control its key. @param short only the drawing, where there is no room for the words */
export function KeyMark({ short = false }: { short?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-accent">
      <svg aria-hidden width="14" height="12" viewBox="0 0 14 12" fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="4" cy="6" r="2.75" />
        <path d="M6.75 6H13M10 6v3M12.5 6v2" />
      </svg>
      <span className={short ? "sr-only" : ""}>verified key</span>
    </span>
  );
}

/** Says that an agent proved to control a host. The host is in punycode, so it cannot look like another host. */
export function DomainMark({ host }: { host: string }) {
  return (
    <SignedWord
      word={`controls ${host}`}
      path="M2.5 6.5l2.5 2.5l4.5-6"
      className="text-accent whitespace-normal! [overflow-wrap:anywhere]"
    />
  );
}

const BAR_WIDTH = 56;
/** The thresholds of T2 and T3, where the bar has a gap. */
const THRESHOLDS = [40, 60];

/** Shows a score as a bar of 100, with gaps where the tiers begin. The number is next to it. */
export function ScoreBar({ score }: { score: number }) {
  return (
    <svg aria-hidden width={BAR_WIDTH} height="6" viewBox="0 0 100 6" preserveAspectRatio="none" className="shrink-0">
      <rect width="100" height="6" className="fill-hair" />
      <rect width={score} height="6" className="fill-ink-2" />
      <path d={THRESHOLDS.map((threshold) => `M${threshold - 1} 0h2v6h-2z`).join("")} className="fill-paper" />
    </svg>
  );
}
