interface Column {
  key: string;
  /** From the bottom up, each on the scale of `most`. */
  parts: readonly { amount: number; fill: string }[];
  /** Fills a mark below the column. */
  foot?: string;
}

interface ColumnsProps {
  columns: readonly Column[];
  /** What the drawing's whole height stands for. */
  most: number;
}

const WIDTH = 10;
const HEIGHT = 72;

/** Columns beside one another on one scale, over lines at nothing, half and all. What they show stands beside them as a table. */
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
      {columns.map(({ key, parts, foot }, index) => (
        <g key={key}>
          {parts.map(({ amount, fill }, part) => {
            const below = parts.slice(0, part).reduce((sum, each) => sum + each.amount, 0);
            return (
              <rect
                key={fill}
                x={index * WIDTH + 1.5}
                y={y(below + amount)}
                width={WIDTH - 3}
                height={y(below) - y(below + amount)}
                className={fill}
              />
            );
          })}
          {foot !== undefined && (
            <rect x={index * WIDTH + 1.5} y={HEIGHT + 4} width={WIDTH - 3} height="3" className={foot} />
          )}
        </g>
      ))}
    </svg>
  );
}
