import type { ReactNode } from "react";
import type { IncidentStatus, ListedIncident, Severity } from "@/lib/features/incidents/schema";
import { findingOf, SEVERITY_NAMES, STATUS_NAMES } from "@/lib/features/incidents/view/names";

const BARS = { LOW: 1, MAJOR: 2, CRITICAL: 3 } as const;
const HUES = { LOW: "text-sev-low", MAJOR: "text-sev-major", CRITICAL: "text-sev-critical" } as const;

/** Shows a severity by its name, its hue, and one, two or three bars. */
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

/** Says that an incident does not lower scores, because it is unconfirmed or unfounded. Otherwise it shows nothing. */
export function FindingMark({ incident }: { incident: Pick<ListedIncident, "confirmed" | "unfounded"> }) {
  const finding = findingOf(incident);
  if (finding === null) return null;
  return (
    <span className="whitespace-nowrap border border-rule px-1.5 font-semibold text-ink text-xs capitalize leading-5">
      {finding}
    </span>
  );
}

const LOOKS: Record<IncidentStatus, string> = {
  OPEN: "font-semibold text-ink",
  FROZEN: "font-semibold text-ink",
  RESOLVED: "text-ink-2",
  EXPORTED: "text-ink-2",
};

const DRAWINGS: Record<IncidentStatus, ReactNode> = {
  OPEN: <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  FROZEN: <path d="M8 8l3.25 3.25M1 5a4 4 0 108 0a4 4 0 10-8 0" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  RESOLVED: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="currentColor" />
      <path d="M3.2 6.2l2 2 3.6-4.2" fill="none" strokeWidth="1.5" className="stroke-paper" />
    </>
  ),
  EXPORTED: (
    <>
      <path d="M.75 .75h10.5v10.5H.75Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M3 8V5h2v2h2V4h2v4Z" fill="currentColor" />
    </>
  ),
};

const BESIDE = "items-center gap-1.5 whitespace-nowrap text-sm";
const STACKED = "flex-col items-end leading-tight gap-1 text-xs md:flex-row md:items-center md:gap-1.5 md:text-sm";

/**
 * Shows an incident's status by its name, with a drawing before it. @param stacks whether the drawing is above the name
 * on a phone
 */
export function StatusMark({ status, stacks = false }: { status: IncidentStatus; stacks?: boolean }) {
  return (
    <span className={`inline-flex ${stacks ? STACKED : BESIDE} ${LOOKS[status]}`}>
      <svg aria-hidden width="12" height="12" viewBox="0 0 12 12">
        {DRAWINGS[status]}
      </svg>
      {STATUS_NAMES[status]}
    </span>
  );
}
