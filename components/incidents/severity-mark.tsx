import type { Severity } from "@/lib/incidents/schema";
import { SEVERITY_NAMES } from "@/lib/incidents/view/names";

const BARS = { LOW: 1, MAJOR: 2, CRITICAL: 3 } as const;
const HUES = { LOW: "text-sev-low", MAJOR: "text-sev-major", CRITICAL: "text-sev-critical" } as const;

/** A severity by its name, its hue, and one, two or three bars. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-semibold text-sm ${HUES[severity]}`}>
      <svg aria-hidden width="13" height="12" viewBox="0 0 13 12">
        {[0, 1, 2].map((bar) => (
          <rect
            key={bar}
            x={bar * 5}
            y={8 - bar * 4}
            width="3"
            height={4 + bar * 4}
            className={bar < BARS[severity] ? "fill-current" : "fill-hair"}
          />
        ))}
      </svg>
      {SEVERITY_NAMES[severity]}
    </span>
  );
}
