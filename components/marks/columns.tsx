import { boxPath } from "./box-path";

interface Column {
  /** From the bottom up, on the scale of `most`. */
  parts: readonly { amount: number; fill: string }[];
  /** The fill of a mark below the column. */
  foot?: string;
}

interface ColumnsProps {
  columns: readonly Column[];
  /** The amount at the top of the drawing. */
  most: number;
}

const WIDTH = 10;
const HEIGHT = 72;

/** Draws columns on one scale, with lines at zero, half and the top. A table next to it has the same numbers. */
export function Columns({ columns, most }: ColumnsProps) {
  const width = columns.length * WIDTH;
  const y = (amount: number) => HEIGHT * (1 - amount / most);
  const feet = columns.some(({ foot }) => foot !== undefined);
  const height = HEIGHT + (feet ? 14 : 1);
  return (
    <svg
      aria-hidden
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-4 block"
    >
      {[0, 0.5, 1].map((share) => (
        <path
          key={share}
          d={`M0 ${y(share * most) + 0.5}H${width}`}
          className={share === 0 ? "stroke-rule" : "stroke-hair"}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {[...boxesOf(columns, y)].map(([fill, d]) => (
        <path key={fill} d={d} className={fill} />
      ))}
    </svg>
  );
}

/** Returns one path for each fill. */
function boxesOf(columns: readonly Column[], y: (amount: number) => number): Map<string, string> {
  const paths = new Map<string, string>();
  const add = (fill: string, ...box: Parameters<typeof boxPath>) => {
    paths.set(fill, (paths.get(fill) ?? "") + boxPath(...box));
  };
  for (const [index, { parts, foot }] of columns.entries()) {
    const x = index * WIDTH + 1.5;
    let below = 0;
    for (const { amount, fill } of parts) {
      if (amount > 0) add(fill, x, y(below + amount), WIDTH - 3, y(below) - y(below + amount));
      below += amount;
    }
    if (foot !== undefined) add(foot, x, HEIGHT + 4, WIDTH - 3, 3);
  }
  return paths;
}
