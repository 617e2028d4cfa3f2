const WIDTH = 56;
/** Where T2 and T3 begin: the bar has a gap there. */
const THRESHOLDS = [40, 60];

/** A score as a bar of 100, cut where the tiers begin. The number stands beside it. */
export function ScoreBar({ score }: { score: number }) {
  return (
    <svg aria-hidden width={WIDTH} height="6" viewBox="0 0 100 6" preserveAspectRatio="none" className="shrink-0">
      <rect width="100" height="6" className="fill-hair" />
      <rect width={score} height="6" className="fill-ink-2" />
      <path d={THRESHOLDS.map((threshold) => `M${threshold - 1} 0h2v6h-2z`).join("")} className="fill-paper" />
    </svg>
  );
}
