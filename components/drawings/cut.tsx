import { drawingBits } from "./bits";

const STEPS = 8;
/** The eight steps of a hash's cut, each 0 to 7: three of its drawing's 24 bits. */
function stepsOf(hash: string): number[] {
  const bits = drawingBits(hash);
  return Array.from({ length: STEPS }, (_, step) => {
    return bits.slice(step * 3, step * 3 + 3).reduce((value, set) => value * 2 + Number(set), 0);
  });
}

/** The cut as a line from left to right, between `top` and `top + depth`; `width` wide. */
function edgeOf(hash: string, width: number, top: number, depth: number): string {
  const y = (step: number) => (top + (step * depth) / (STEPS - 1)).toFixed(2);
  const [first = 0, ...rest] = stepsOf(hash);
  return rest
    .reduce((line, step, index) => `${line}H${((index + 1) * width) / STEPS}V${y(step)}`, `M0 ${y(first)}`)
    .concat(`H${width}`);
}

/** The small drawing of a hash. It helps the eye and proves nothing: the hash always stands beside it. */
export function Cut({ hash }: { hash: string }) {
  return (
    <svg aria-hidden width="24" height="16" viewBox="0 0 24 16" shapeRendering="crispEdges" className="shrink-0">
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

/**
 * Where two slips meet: one edge where they carry the same hash, two that do not fit where they differ. It fills its
 * container's width.
 * @param lower "" where there is no second slip
 * @param swapped the slips' two colours change places, as along a chain
 */
export function Joint({ upper, lower, swapped = false }: { upper: string; lower: string; swapped?: boolean }) {
  const [upperFill, lowerFill] = swapped ? ["fill-slip-b", "fill-slip-a"] : ["fill-slip-a", "fill-slip-b"];
  const fits = upper === lower;
  const height = fits ? FIT : APART;
  const upperEdge = edgeOf(upper, WIDTH, 2, DEPTH);
  const lowerEdge = fits || lower === "" ? "" : edgeOf(lower, WIDTH, APART - DEPTH - 2, DEPTH);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={fits ? 24 : 56}
      preserveAspectRatio="none"
      className={`block w-full ${fits ? "border-ink border-x" : ""}`}
    >
      {fits && <path d={`M0 0H${WIDTH}V${height}H0Z`} className={lowerFill} />}
      {lowerEdge && <path d={`${lowerEdge}V${height}H0Z`} className={lowerFill} />}
      <path d={`${upperEdge}V0H0Z`} className={upperFill} />
      <path d={fits ? upperEdge : `M0 0L${upperEdge.slice(1)}V0`} {...LINE} />
      {lowerEdge && <path d={`M0 ${height}L${lowerEdge.slice(1)}V${height}`} {...LINE} />}
    </svg>
  );
}
