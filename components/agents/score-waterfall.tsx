import type { Signal, SignalName } from "@/lib/trust/schema";

const NAMES: Record<SignalName, string> = {
  registration: "Registration complete",
  verified_key: "Key verified",
  audits: "Audits",
  tenure: "Tenure",
  incidents: "Incidents naming this agent",
};
const AXIS = [0, 20, 40, 60, 80, 100];
const THRESHOLDS = [40, 60];

/** Points with a true minus sign. */
const points = (value: number) => value.toFixed(1).replace("-", "−");

interface Step extends Signal {
  /** Where the bar begins and ends on the axis of 100. */
  from: number;
  to: number;
}

function stepsOf(signals: Signal[]): Step[] {
  let reached = 0;
  return signals.map((signal) => {
    const before = reached;
    reached += signal.contribution;
    const [from, to] = [before, reached].toSorted((a, b) => a - b);
    return { ...signal, from: Math.max(0, from ?? 0), to: Math.min(100, to ?? 0) };
  });
}

/** How a score is made: each signal goes on where the one before it ended, so that anyone can add them up again. */
export function ScoreWaterfall({ signals, score }: { signals: Signal[]; score: number }) {
  return (
    <table className="w-full text-sm">
      <thead className="text-ink-2 text-xs">
        <tr className="border-hair border-b">
          <th scope="col" className="py-2 text-left font-normal">
            Signal
          </th>
          <th scope="col" className="hidden w-1/2 font-normal md:table-cell">
            <span aria-hidden className="relative block h-4">
              {AXIS.map((tick) => (
                <span key={tick} className="absolute -translate-x-1/2" style={{ left: `${tick}%` }}>
                  {tick}
                </span>
              ))}
            </span>
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
          </th>
          <td className="hidden md:table-cell">
            <span aria-hidden className="relative block h-3">
              <span className="absolute inset-y-0 left-0 bg-total" style={{ width: `${score}%` }} />
            </span>
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
    <span aria-hidden className="relative block h-6">
      {THRESHOLDS.map((threshold) => (
        <span
          key={threshold}
          className="absolute -inset-y-3 border-rule border-l border-dotted"
          style={{ left: `${threshold}%` }}
        />
      ))}
      {maximum > 0 && (
        <span
          className="absolute inset-y-1 border border-rule border-dashed"
          style={{ left: `${from}%`, width: `${reachable - from}%` }}
        />
      )}
      <span
        className={`absolute inset-y-1 ${contribution < 0 ? "bg-sev-low" : "bg-tier-3"}`}
        style={{ left: `${from}%`, width: `${to - from}%` }}
      />
    </span>
  );
}
