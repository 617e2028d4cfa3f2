import type { Signal, SignalName } from "@/lib/features/trust/schema";

const NAMES: Record<SignalName, string> = {
  registration: "Registration complete",
  verified_key: "Key verified",
  verified_domain: "Domain verified",
  audits: "Audits",
  tenure: "Tenure",
  incidents: "Incidents naming this agent",
};
const AXIS = [0, 20, 40, 60, 80, 100];
const THRESHOLDS = [40, 60];

/** Returns points with a true minus sign. */
const points = (value: number) => value.toFixed(1).replace("-", "−");

interface Step extends Signal {
  /** The ends of the bar on the axis of 0 to 100. */
  from: number;
  to: number;
}

/** Bars below 0 or above 100 are cut off there. */
const onAxis = (value: number) => Math.min(100, Math.max(0, value));

function stepsOf(signals: Signal[]): Step[] {
  let reached = 0;
  return signals.map((signal) => {
    const before = reached;
    reached += signal.contribution;
    const [from, to] = [before, reached].toSorted((a, b) => a - b);
    return { ...signal, from: onAxis(from ?? 0), to: onAxis(to ?? 0) };
  });
}

/** Shows how a score adds up: each signal begins where the one before it ended. */
export function ScoreWaterfall({ signals, score }: { signals: Signal[]; score: number }) {
  const sum = signals.reduce((total, { contribution }) => total + contribution, 0);
  return (
    <table className="w-full text-sm">
      <thead className="text-ink-2 text-xs">
        <tr className="border-hair border-b">
          <th scope="col" className="py-2 text-left font-normal">
            Signal
          </th>
          <th scope="col" className="hidden w-1/2 font-normal md:table-cell">
            <svg aria-hidden className="h-4 w-full overflow-visible fill-current">
              {AXIS.map((tick) => (
                <text key={tick} x={`${tick}%`} y="12" textAnchor="middle">
                  {tick}
                </text>
              ))}
            </svg>
            <span className="sr-only">Drawn</span>
          </th>
          <th scope="col" className="w-20 py-2 text-right font-normal">
            Points
          </th>
          <th scope="col" className="w-14 py-2 text-right font-normal">
            Of
          </th>
        </tr>
      </thead>
      <tbody>
        {stepsOf(signals).map((step) => (
          <tr key={step.name} className="border-hair border-b">
            <th scope="row" className="py-2.5 pr-4 text-left font-normal">
              {NAMES[step.name]}
              <span className="block text-ink-3 text-xs">{step.explanation}</span>
            </th>
            <td className="hidden md:table-cell">
              <Bar {...step} />
            </td>
            <td className="text-right font-serif text-md tabular-nums">{points(step.contribution)}</td>
            <td className="text-right text-ink-3 tabular-nums">{step.maximum || "−60"}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="total-rule">
          <th scope="row" className="py-3 text-left">
            Trust score
            {sum < 0 && (
              <span className="block font-normal text-ink-3 text-xs">{`The signals add up to ${points(sum)}. A score is never below 0`}</span>
            )}
          </th>
          <td className="hidden md:table-cell">
            <svg aria-hidden className="block h-3 w-full fill-total">
              <rect width={`${score}%`} height="100%" />
            </svg>
          </td>
          <td className="text-right font-semibold font-serif text-title-3 tabular-nums">{points(score)}</td>
          <td className="text-right text-ink-3 tabular-nums">100</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Bar({ from, to, maximum, contribution }: Step) {
  const reachable = Math.min(100, from + Math.max(maximum, 0));
  return (
    <svg aria-hidden className="block h-6 w-full overflow-visible fill-none">
      {THRESHOLDS.map((threshold) => (
        <line
          key={threshold}
          x1={`${threshold}%`}
          x2={`${threshold}%`}
          y1="-12"
          y2="36"
          className="stroke-rule"
          strokeDasharray="1 2"
        />
      ))}
      {maximum > 0 && (
        <rect
          x={`${from}%`}
          y="4.5"
          width={`${reachable - from}%`}
          height="15"
          className="stroke-rule"
          strokeDasharray="3 2"
        />
      )}
      <rect
        x={`${from}%`}
        y="4"
        width={`${to - from}%`}
        height="16"
        className={contribution < 0 ? "fill-sev-low" : "fill-tier-3"}
      />
    </svg>
  );
}
