/** An hour's routed intents that the vector store scored, and those among them that nothing was near to. */
interface DriftHour {
  /** ISO 8601, the hour's beginning. */
  hour: string;
  samples: number;
  drifted: number;
}

const BAR = 10;
const HEIGHT = 72;

/** The share of drifted intents by the hour, with the samples it rests on; the table says the same. */
export function DriftChart({ series }: { series: readonly DriftHour[] }) {
  const width = series.length * BAR;
  return (
    <>
      <svg
        aria-hidden
        width="100%"
        height={HEIGHT + 14}
        viewBox={`0 0 ${width} ${HEIGHT + 14}`}
        preserveAspectRatio="none"
        className="mt-4 block"
      >
        {[0, 0.5, 1].map((share) => (
          <path
            key={share}
            d={`M0 ${HEIGHT * (1 - share) + 0.5}H${width}`}
            className="stroke-hair"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {series.map(({ hour, samples, drifted }, index) => {
          const share = samples === 0 ? 0 : drifted / samples;
          return (
            <g key={hour}>
              <rect
                x={index * BAR + 1.5}
                y={HEIGHT * (1 - share)}
                width={BAR - 3}
                height={HEIGHT * share}
                className="fill-ink-2"
              />
              <rect
                x={index * BAR + 1.5}
                y={HEIGHT + 4}
                width={BAR - 3}
                height="3"
                className={samples > 0 ? "fill-accent" : "fill-hair"}
              />
            </g>
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-ink-3 text-xs">
        <span>24 h ago</span>
        <span>now</span>
      </p>
      <details className="mt-2 text-sm">
        <summary className="text-ink-2 text-xs">The same as a table</summary>
        <table className="mt-2 w-full text-xs tabular-nums">
          <thead>
            <tr className="border-hair border-b text-left text-ink-2">
              <th scope="col" className="py-1 font-normal">
                Hour, UTC
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Intents
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Drifted
              </th>
            </tr>
          </thead>
          <tbody>
            {series.map(({ hour, samples, drifted }) => (
              <tr key={hour} className="border-hair border-b">
                <th scope="row" className="py-1 text-left font-normal">
                  {hour.slice(0, 16).replace("T", " ")}
                </th>
                <td className="py-1 text-right">{samples}</td>
                <td className="py-1 text-right">{drifted}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
