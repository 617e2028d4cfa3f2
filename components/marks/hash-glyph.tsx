import { drawingBits } from "./bits";

const STEPS = 8;
/** Returns the eight steps of a hash's cut, each 0 to 7, from three of its 24 bits. */
function stepsOf(hash: string): number[] {
  const bits = drawingBits(hash);
  return Array.from({ length: STEPS }, (_, step) => {
    return bits.slice(step * 3, step * 3 + 3).reduce((value, set) => value * 2 + Number(set), 0);
  });
}

/** Returns the cut as a line from left to right, between `top` and `top + depth`, `width` wide. */
function edgeOf(hash: string, width: number, top: number, depth: number): string {
  const y = (step: number) => (top + (step * depth) / (STEPS - 1)).toFixed(2);
  const [first = 0, ...rest] = stepsOf(hash);
  return rest
    .reduce((line, step, index) => `${line}H${((index + 1) * width) / STEPS}V${y(step)}`, `M0 ${y(first)}`)
    .concat(`H${width}`);
}

/** Shows the small drawing of a hash. It helps people to compare and proves nothing. The hash is always next to it. */
export function HashGlyph({ hash }: { hash: string }) {
  return (
    <svg
      aria-hidden
      data-drawing="hash"
      width="24"
      height="16"
      viewBox="0 0 24 16"
      shapeRendering="crispEdges"
      className="shrink-0"
    >
      <path d="M0 0H24V16H0Z" className="fill-void" />
      <path d={`${edgeOf(hash, 24, 2, 12)}V0H0Z`} className="fill-ink-2" />
    </svg>
  );
}

const WIDTH = 64;
const DEPTH = 16;
const FIT = 20;
const APART = 50;
const LINE = { fill: "none", strokeWidth: 1.5, vectorEffect: "non-scaling-stroke", className: "stroke-ink" } as const;

interface HashJointProps {
  upper: string;
  /** "" if there is no second slip. */
  lower: string;
  /** Exchanges the colours of the slips, as along a chain. */
  swapped?: boolean;
  /** Draws the slips side by side, the upper one at the left. The drawing then fills its container's height. */
  sideways?: boolean;
}

/**
 * Draws the cut between two slips: one edge if they have the same hash, otherwise two edges that do not fit. It fills
 * its container's width.
 */
export function HashJoint({ upper, lower, swapped = false, sideways = false }: HashJointProps) {
  const [upperFill, lowerFill] = swapped ? ["fill-slip-b", "fill-slip-a"] : ["fill-slip-a", "fill-slip-b"];
  const fits = upper === lower;
  const apart = !fits && lower !== "";
  const depth = apart ? APART : FIT;
  const upperEdge = edgeOf(upper, WIDTH, 2, DEPTH);
  const lowerEdge = apart ? edgeOf(lower, WIDTH, APART - DEPTH - 2, DEPTH) : "";
  const across = apart ? 56 : 24;
  return (
    <svg
      aria-hidden
      data-drawing="hash"
      viewBox={sideways ? `0 0 ${depth} ${WIDTH}` : `0 0 ${WIDTH} ${depth}`}
      width={sideways ? across : undefined}
      height={sideways ? undefined : across}
      preserveAspectRatio="none"
      className={`block ${sideways ? "h-full" : "w-full"} ${fits ? `border-ink ${sideways ? "border-y" : "border-x"}` : ""}`}
    >
      {/* The sideways drawing is the same with exchanged axes. */}
      <g transform={sideways ? "matrix(0 1 1 0 0 0)" : undefined}>
        {fits && <path d={`M0 0H${WIDTH}V${depth}H0Z`} className={lowerFill} />}
        {lowerEdge && <path d={`${lowerEdge}V${depth}H0Z`} className={lowerFill} />}
        <path d={`${upperEdge}V0H0Z`} className={upperFill} />
        <path d={fits ? upperEdge : `M0 0L${upperEdge.slice(1)}V0`} {...LINE} />
        {lowerEdge && <path d={`M0 ${depth}L${lowerEdge.slice(1)}V${depth}`} {...LINE} />}
      </g>
    </svg>
  );
}
