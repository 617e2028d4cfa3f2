import { tierFill } from "@/components/marks/agent-marks";
import { utcMinute } from "@/lib/foundation/text/utc";
import type { Tier } from "@/lib/identity/tiers";

export interface ScorePoint {
  /** Milliseconds since 1970. */
  at: number;
  score: number;
  tier: Tier;
}

export interface ScoreMark {
  /** The number of its entry in the list below the drawing. */
  number: number;
  at: number;
  score: number;
  /** Whether the mark is square, because it includes an incident. */
  square: boolean;
}

interface ScoreLineProps {
  /** Oldest first, at least one. */
  points: readonly ScorePoint[];
  marks: readonly ScoreMark[];
  from: number;
  to: number;
}

const WIDTH = 1_000;
const ZONES = [
  { name: "Score for T3: 60", top: 0, height: 40, fill: "fill-accent-wash" },
  { name: "Score for T2: 40", top: 40, height: 20, fill: "fill-sunk" },
  { name: "", top: 60, height: 40, fill: "fill-none" },
];

/** Returns the line in steps, because a score stays the same until the next change. */
function lineOf(points: readonly ScorePoint[], x: (at: number) => number): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const start = `M${x(first.at)} ${100 - first.score}`;
  return rest.reduce((line, { at, score }) => `${line}H${x(at)}V${100 - score}`, start).concat(`H${WIDTH}`);
}

/** Returns whether a mark's number is below it: near the top, and where the line falls to the mark. */
const isBelow = (score: number, before: number): boolean => score > 88 || (before > score && score > 12);

/** Returns the periods of each tier, from one change of tier to the next. */
function tiersOf(points: readonly ScorePoint[], to: number): { tier: Tier; from: number; to: number }[] {
  const starts = points.filter(({ tier }, index) => tier !== points[index - 1]?.tier);
  return starts.map(({ tier, at }, index) => ({ tier, from: at, to: starts[index + 1]?.at ?? to }));
}

/** Returns the labels of the two ends: days, or minutes within one day. */
function endsOf(from: number, to: number): string[] {
  const [start = "", end = ""] = [from, to].map((at) => utcMinute(new Date(at).toISOString()));
  return start.slice(0, 10) === end.slice(0, 10)
    ? [`${start} UTC`, `${end.slice(11)} UTC`]
    : [start.slice(0, 10), end.slice(0, 10)];
}

/** Draws a score through time over the ranges of the tiers, and the tiers below. The text next to it says the same. */
export function ScoreLine({ points, marks, from, to }: ScoreLineProps) {
  const share = (at: number) => (at - from) / (to - from);
  const percent = (at: number) => `${(100 * share(at)).toFixed(2)}%`;
  const x = (at: number) => Math.round(WIDTH * share(at) * 10) / 10;
  const last = points.at(-1);
  const before = (at: number) => points.findLast((point) => point.at < at)?.score ?? 0;
  return (
    <div aria-hidden className="mr-[7rem] pt-5">
      <div className="relative h-40">
        <svg
          aria-hidden
          className="absolute inset-0 h-full w-full overflow-visible"
          viewBox={`0 0 ${WIDTH} 100`}
          preserveAspectRatio="none"
        >
          {ZONES.map(({ name, top, height, fill }) => (
            <g key={name}>
              <rect y={top} width={WIDTH} height={height} className={fill} />
              <path
                d={`M0 ${top + height}H${WIDTH}`}
                className={top + height === 100 ? "stroke-rule" : "stroke-hair"}
                vectorEffect="non-scaling-stroke"
              />
            </g>
          ))}
          <path
            d={lineOf(points, x)}
            fill="none"
            strokeWidth="2"
            className="stroke-accent"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <svg aria-hidden className="absolute inset-0 h-full w-full overflow-visible text-xs">
          {ZONES.map(({ name, top, height }) => (
            <text key={name} x="100%" y={`${top + height}%`} dx="12" dy="4" className="fill-ink-2">
              {name}
            </text>
          ))}
          {marks.map(({ number, at, score, square }) => (
            <svg key={number} aria-hidden x={percent(at)} y={`${100 - score}%`} className="overflow-visible">
              <rect
                x="-4"
                y="-4"
                width="8"
                height="8"
                rx={square ? 0 : 4}
                className="fill-paper stroke-2 stroke-accent"
              />
              <text
                y={isBelow(score, before(at)) ? 20 : -10}
                textAnchor="middle"
                className="fill-ink stroke-4 stroke-paper/80 font-serif [paint-order:stroke]"
              >
                {number}
              </text>
            </svg>
          ))}
          {last && <circle cx="100%" cy={`${100 - last.score}%`} r="5" className="fill-accent" />}
        </svg>
      </div>
      <svg aria-hidden className="mt-2 block h-7 w-full overflow-visible text-xs">
        {tiersOf(points, to).map(({ tier, from: start, to: end }) => (
          <g key={start + tier}>
            <rect
              x={percent(start)}
              width={`${(100 * (share(end) - share(start))).toFixed(2)}%`}
              height="8"
              className={`${tierFill(tier)} stroke-tier-edge`}
            />
            {share(end) - share(start) > 0.05 && (
              <text x={percent(start)} y="23" className="fill-ink">
                {tier}
              </text>
            )}
          </g>
        ))}
      </svg>
      <p className="mt-1 flex justify-between text-ink-3 text-xs tabular-nums">
        {endsOf(from, to).map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </div>
  );
}
